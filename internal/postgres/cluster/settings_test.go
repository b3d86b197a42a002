package cluster

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
)

func TestSettingsAreChosenByTheMachine(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		machine     Machine
		connections int
		want        map[string]string
	}{
		"Unknown": {Machine{}, 0, map[string]string{
			"shared_buffers": "32768kB", "effective_cache_size": "262144kB", "work_mem": "4096kB", "maintenance_work_mem": "65536kB",
			"max_wal_size": "1048576kB", "min_wal_size": "131072kB",
			"max_worker_processes": "8", "max_parallel_workers": "1", "max_parallel_workers_per_gather": "0",
		}},
		"AContainerOfHalfAGigabyte": {Machine{512 * megabyte, 1, 10 * gigabyte}, 100, map[string]string{
			"shared_buffers": "131072kB", "effective_cache_size": "262144kB", "work_mem": "4096kB", "maintenance_work_mem": "65536kB",
			"max_wal_size": "1048576kB", "min_wal_size": "131072kB",
			"max_worker_processes": "8", "max_parallel_workers": "1", "max_parallel_workers_per_gather": "0",
		}},
		"ASmallServer": {Machine{8 * gigabyte, 4, 80 * gigabyte}, 100, map[string]string{
			"shared_buffers": "2097152kB", "effective_cache_size": "4194304kB", "work_mem": "20971kB", "maintenance_work_mem": "262144kB",
			"max_wal_size": "4194304kB", "min_wal_size": "524288kB",
			"max_worker_processes": "8", "max_parallel_workers": "4", "max_parallel_workers_per_gather": "1",
		}},
		"ALargeServer": {Machine{256 * gigabyte, 32, 4000 * gigabyte}, 200, map[string]string{
			"shared_buffers": "2097152kB", "effective_cache_size": "134217728kB", "work_mem": "65536kB", "maintenance_work_mem": "1048576kB",
			"max_wal_size": "8388608kB", "min_wal_size": "1048576kB",
			"max_worker_processes": "32", "max_parallel_workers": "32", "max_parallel_workers_per_gather": "2",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one.want["random_page_cost"] = "1.1"
			if got := Tune(one.machine, one.connections); !maps.Equal(got, one.want) {
				t.Errorf("got  %v\nwant %v", got, one.want)
			}
		})
	}
}

func TestMemoryIsWhatTheControlGroupsAllow(t *testing.T) {
	t.Parallel()
	const total = "MemTotal:       16777216 kB\nMemFree: 1 kB\n"
	for name, one := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"TheMachine":       {map[string]string{"meminfo": total}, 16 * gigabyte},
		"NoBound":          {map[string]string{"meminfo": total, "self/cgroup": "0::/a/b\n", "group/a/memory.max": "max\n"}, 16 * gigabyte},
		"ItsOwn":           {map[string]string{"meminfo": total, "self/cgroup": "0::/a/b\n", "group/a/b/memory.max": "1073741824\n"}, gigabyte},
		"OneAbove":         {map[string]string{"meminfo": total, "self/cgroup": "0::/a/b\n", "group/a/memory.max": "536870912\n", "group/a/b/memory.max": "1073741824\n"}, gigabyte / 2},
		"AContainersRoot":  {map[string]string{"meminfo": total, "self/cgroup": "0::/\n", "group/memory.max": "268435456\n"}, gigabyte / 4},
		"MoreThanThereIs":  {map[string]string{"meminfo": total, "self/cgroup": "0::/\n", "group/memory.max": "68719476736\n"}, 16 * gigabyte},
		"TheOlderKindOnly": {map[string]string{"meminfo": total, "self/cgroup": "4:memory:/a\n", "group/a/memory.max": "1\n"}, 16 * gigabyte},
		"NothingSays":      {nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proc := t.TempDir()
			for file, content := range one.files {
				path := filepath.Join(proc, file)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got := memoryOf(proc, filepath.Join(proc, "group")); got != one.want {
				t.Errorf("got %d, want %d", got, one.want)
			}
		})
	}
}

func TestOnlyTunedSettingsAreForTheOperator(t *testing.T) {
	t.Parallel()
	got, err := ParseSettings([]string{"work_mem=16MB", "random_page_cost=4"})
	if err != nil || !maps.Equal(got, map[string]string{"work_mem": "16MB", "random_page_cost": "4"}) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, refused := range []string{"fsync=off", "full_page_writes=off", "synchronous_commit=off", "listen_addresses=*", "work_mem", "work_mem=1 -c fsync=off", ""} {
		if got, err := ParseSettings([]string{refused}); err == nil {
			t.Errorf("%q was taken as %v", refused, got)
		}
	}
}
