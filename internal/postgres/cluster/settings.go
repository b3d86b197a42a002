package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/files/disk"
)

// Machine describes the resources that a server may use.
type Machine struct {
	MemoryBytes int64
	Cores       int
	// FreeBytes is the free space on the data directory's disk.
	FreeBytes int64
}

const (
	kilobyte = int64(1) << 10
	megabyte = int64(1) << 20
	gigabyte = int64(1) << 30
)

// Tune chooses settings for a server that shares the machine only with this program and serves the
// given number of connections. None of them affects durability. Unknown resources count as small.
// No setting but shared_buffers goes below PostgreSQL's default.
func Tune(machine Machine, connections int) map[string]string {
	memory, cores := machine.MemoryBytes, max(machine.Cores, 1)
	wal := between(machine.FreeBytes/20, gigabyte, 8*gigabyte)
	return map[string]string{
		// The operating system's cache holds what does not fit. PostgreSQL allocates the
		// bookkeeping for the buffers at start.
		"shared_buffers":       kilobytes(between(memory/4, 32*megabyte, 2*gigabyte)),
		"effective_cache_size": kilobytes(max(memory/2, 256*megabyte)),
		// If every connection runs one sort, they use a quarter of the memory together.
		"work_mem":             kilobytes(between(memory/4/int64(max(connections, 1)), 4*megabyte, 64*megabyte)),
		"maintenance_work_mem": kilobytes(between(memory/32, 64*megabyte, gigabyte)),
		"max_wal_size":         kilobytes(wal),
		"min_wal_size":         kilobytes(wal / 8),
		// This assumes disks without heads, and that most reads come from memory.
		"random_page_cost": "1.1",
		// Requests are short and many: on a small machine they already use all cores in parallel.
		"max_worker_processes":            strconv.Itoa(max(8, cores)),
		"max_parallel_workers":            strconv.Itoa(cores),
		"max_parallel_workers_per_gather": strconv.Itoa(min(cores/4, 2)),
	}
}

// TunedSettings returns the names of the settings that Tune chooses and an operator may override.
func TunedSettings() []string { return slices.Sorted(maps.Keys(Tune(Machine{}, 0))) }

// value matches one word: a number with its unit, on or off.
var value = regexp.MustCompile(`^[A-Za-z0-9.]+$`)

// ParseSettings reads NAME=VALUE for the settings that Tune chooses. Settings of durability and
// access are not among them.
func ParseSettings(given []string) (map[string]string, error) {
	settings := map[string]string{}
	for _, one := range given {
		name, chosen, _ := strings.Cut(one, "=")
		if known := TunedSettings(); !slices.Contains(known, name) {
			return nil, fmt.Errorf("%q is none of %s", name, strings.Join(known, ", "))
		}
		if !value.MatchString(chosen) {
			return nil, fmt.Errorf("%q is no value for %s", chosen, name)
		}
		settings[name] = chosen
	}
	return settings, nil
}

// ReadMachine reads the resources of the machine, or the part of them that this process may use: Go
// already counts only the allowed cores, and control groups bound the memory.
func ReadMachine(dir string) Machine {
	machine := Machine{Cores: runtime.GOMAXPROCS(0), MemoryBytes: memoryOf("/proc", "/sys/fs/cgroup")}
	free, err := disk.FreeBytes(dir)
	// Before the first start the directory does not exist, so measure the nearest existing parent.
	for ; errors.Is(err, fs.ErrNotExist) && filepath.Dir(dir) != dir; free, err = disk.FreeBytes(dir) {
		dir = filepath.Dir(dir)
	}
	if err == nil {
		machine.FreeBytes = int64(min(free, math.MaxInt64)) //nolint:gosec // bounded
	}
	return machine
}

var memTotal = regexp.MustCompile(`(?m)^MemTotal:\s+(\d+) kB$`)

// memoryOf returns the machine's memory, or the lowest limit of this process's control groups
// (cgroup v2, memory.max of its group and all parents); 0 if unknown.
func memoryOf(proc, groups string) int64 {
	var memory int64
	if told, err := os.ReadFile(proc + "/meminfo"); err == nil {
		if found := memTotal.FindSubmatch(told); found != nil {
			total, _ := strconv.ParseInt(string(found[1]), 10, 64)
			memory = total * kilobyte
		}
	}
	told, err := os.ReadFile(proc + "/self/cgroup")
	if err != nil {
		return memory
	}
	for line := range strings.Lines(string(told)) {
		group, isUnified := strings.CutPrefix(strings.TrimSpace(line), "0::")
		for ; isUnified; group = path.Dir(group) {
			if allowed := memoryMax(path.Join(groups, group)); allowed > 0 && (memory == 0 || allowed < memory) {
				memory = allowed
			}
			if group == "/" || group == "." {
				break
			}
		}
	}
	return memory
}

// memoryMax returns a control group's own limit, 0 for none.
func memoryMax(group string) int64 {
	told, err := os.ReadFile(path.Join(group, "memory.max"))
	if err != nil {
		return 0
	}
	allowed, err := strconv.ParseInt(strings.TrimSpace(string(told)), 10, 64)
	if err != nil {
		return 0
	}
	return allowed
}

func between(value, low, high int64) int64 { return min(max(value, low), high) }

func kilobytes(bytes int64) string { return strconv.FormatInt(bytes/kilobyte, 10) + "kB" }

// lossy maps each setting to the value with which a server may lose confirmed writes, or miss that
// its disk lost them.
var lossy = map[string]string{
	"data_checksums": "off", "data_sync_retry": "on", "fsync": "off", "full_page_writes": "off", "synchronous_commit": "off",
}

// durability reads the settings as the current session sees them: a role or a database may have its
// own synchronous_commit.
const durability = `SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name`

// Durability describes a server's settings that protect confirmed writes.
type Durability struct {
	// Lossy are the settings with a value that may lose them, as name = value.
	Lossy []string
	// Unread are the settings whose value the server does not reveal.
	Unread []string
}

// ReadDurability reads the settings over a connection or a pool.
func ReadDurability(ctx context.Context, asked interface {
	Query(ctx context.Context, statement string, arguments ...any) (pgx.Rows, error)
}) (Durability, error) {
	var found Durability
	names := DurabilitySettings()
	rows, err := asked.Query(ctx, durability, names)
	if err != nil {
		return found, fmt.Errorf("ask the database for its settings: %w", err)
	}
	settings, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Name, Value string }])
	if err != nil {
		return found, fmt.Errorf("ask the database for its settings: %w", err)
	}
	found.Unread = names
	for _, setting := range settings {
		found.Unread = slices.DeleteFunc(found.Unread, func(name string) bool { return name == setting.Name })
		if setting.Value == lossy[setting.Name] {
			found.Lossy = append(found.Lossy, setting.Name+" = "+setting.Value)
		}
	}
	return found, nil
}

// Check returns an error that names the settings under which the server may lose confirmed writes.
// Settings named in accepted are not reported.
func (d Durability) Check(accepted ...string) error {
	refused := slices.DeleteFunc(slices.Clone(d.Lossy), func(setting string) bool {
		name, _, _ := strings.Cut(setting, " ")
		return slices.Contains(accepted, name)
	})
	if len(refused) > 0 {
		return fmt.Errorf("the database may lose what it confirmed (%s): change these settings back, or name them in AUTOMACAO_LOSSY_SETTINGS", strings.Join(refused, ", "))
	}
	return nil
}

// DurabilitySettings returns the names of the settings that are checked.
func DurabilitySettings() []string {
	var names []string
	for name := range lossy {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
