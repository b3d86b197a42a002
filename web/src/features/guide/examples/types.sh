automacao types --to database.ts
