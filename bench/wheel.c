/* The two loops of bench/run.py in C: the same generator, the same draws in the same order, the same rounds. Like the
   kernels it draws a chunk at a time, in a loop that a compiler can turn into vectors. */

#include <stdint.h>

enum { CELLS = 37, ZERO = 0, EVEN = 6, LANES = 4, CHUNK = 1024, NONE = CELLS };

static const uint64_t MASK = 0xFFFFFFFF;

static inline uint32_t cell_of(uint64_t word) {
    uint64_t product = word * CELLS;
    return (product & MASK) >= 0x100000000 % CELLS ? (uint32_t)(product >> 32) : NONE;
}

static void fill(uint32_t draws[LANES][CHUNK], uint64_t first, uint64_t seed, uint64_t block) {
    for (int j = 0; j < CHUNK; j++) {
        uint64_t counter = first + j, c0 = counter & MASK, c1 = counter >> 32, c2 = block & MASK, c3 = block >> 32;
        uint64_t k0 = seed & MASK, k1 = seed >> 32;
        for (int i = 0; i < 10; i++) {
            uint64_t p0 = 0xD2511F53 * c0, p1 = 0xCD9E8D57 * c2;
            c0 = (p1 >> 32) ^ c1 ^ k0;
            c1 = p1 & MASK;
            c2 = (p0 >> 32) ^ c3 ^ k1;
            c3 = p0 & MASK;
            k0 = (k0 + 0x9E3779B9) & MASK;
            k1 = (k1 + 0xBB67AE85) & MASK;
        }
        draws[0][j] = cell_of(c0);
        draws[1][j] = cell_of(c1);
        draws[2][j] = cell_of(c2);
        draws[3][j] = cell_of(c3);
    }
}

/* One number: how often it came. */
int64_t single(uint64_t seed, uint64_t block, int64_t rounds, uint32_t number) {
    static _Thread_local uint32_t draws[LANES][CHUNK];
    int64_t wins = 0, done = 0;
    for (uint64_t first = 0; done < rounds; first += CHUNK) {
        fill(draws, first, seed, block);
        if (rounds - done >= LANES * CHUNK) {
            int32_t hits = 0, thrown = 0;
            for (int lane = 0; lane < LANES; lane++)
                for (int j = 0; j < CHUNK; j++) {
                    hits += draws[lane][j] == number;
                    thrown += draws[lane][j] == NONE;
                }
            wins += hits;
            done += LANES * CHUNK - thrown;
            continue;
        }
        for (int draw = 0; draw < LANES * CHUNK && done < rounds; draw++) {
            uint32_t cell = draws[draw % LANES][draw / LANES];
            wins += cell == number;
            done += cell != NONE;
        }
    }
    return wins;
}

/* Many bets: `returns` is what all that is not held brings back on each cell; `stakes` and `covers` are the even chances,
   which a zero puts in prison, halves again if it returns, and any other cell frees or takes. */
int64_t mixed(uint64_t seed, uint64_t block, int64_t rounds, const int64_t *returns, const int64_t *stakes,
              const uint8_t *covers) {
    static _Thread_local uint32_t draws[LANES][CHUNK];
    int64_t returned = 0, done = 0;
    int held = 0, halvings = 0;
    for (uint64_t first = 0; done < rounds; first += CHUNK) {
        fill(draws, first, seed, block);
        for (int draw = 0; draw < LANES * CHUNK && done < rounds; draw++) {
            uint32_t cell = draws[draw % LANES][draw / LANES];
            if (cell == NONE)
                continue;
            if (!held) {
                returned += returns[cell];
                held = cell == ZERO;
                done += !held;
            } else if (cell == ZERO) {
                halvings++;
            } else {
                for (int bet = 0; bet < EVEN; bet++)
                    if (covers[bet * CELLS + cell])
                        returned += stakes[bet] >> halvings;
                held = halvings = 0;
                done++;
            }
        }
    }
    return returned;
}
