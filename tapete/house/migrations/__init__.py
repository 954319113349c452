"""How a house's database came to its present shape, one step a file; ``tapete.house.storage`` takes the steps."""
