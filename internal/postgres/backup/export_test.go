package backup

import "automacao/internal/postgres/cluster"

// HideTools makes pg_dump appear to be missing.
func (m *Market) HideTools() {
	m.findDump = func(string, int) (string, int, error) { return "", 0, cluster.ErrNoTools }
}
