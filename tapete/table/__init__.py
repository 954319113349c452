"""What all games share: actions, the round, records, money, limits, chance and the words for people."""
