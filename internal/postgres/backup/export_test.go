package backup

import "automacao/internal/postgres/cluster"

// HideTools has a market lie on a machine without pg_dump.
func (m *Market) HideTools() {
	m.findDump = func(string, int) (string, int, error) { return "", 0, cluster.ErrNoTools }
}
