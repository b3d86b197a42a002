package postgres

// MigrateFiles is Migrate with a test's own migrations.
var MigrateFiles = migrate
