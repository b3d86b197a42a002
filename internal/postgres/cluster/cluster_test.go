package cluster_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"automacao/internal/postgres/cluster"
)

func TestStart(t *testing.T) {
	t.Parallel()
	made := stopped(t)

	t.Run("WhatWasWrittenIsThereAfterAStop", func(t *testing.T) {
		t.Parallel()
		if got := ask(t, start(t, cluster.Config{Dir: copied(t, made)}), `SELECT answer FROM kept`); got != "sim" {
			t.Errorf("got %q", got)
		}
	})

	t.Run("ItIsDurableAndListensOnNoNetwork", func(t *testing.T) {
		t.Parallel()
		running := start(t, cluster.Config{Dir: copied(t, made)})
		found, err := cluster.ReadDurability(t.Context(), connect(t, running))
		if err != nil || len(found.Lossy) > 0 || len(found.Unread) > 0 {
			t.Errorf("got %+v, %v", found, err)
		}
		got := ask(t, running, `SELECT concat_ws(' ', '[' || current_setting('listen_addresses') || ']',
			current_setting('server_encoding'), current_setting('data_checksums'), current_setting('unix_socket_permissions'))`)
		if got != "[] UTF8 on 0700" {
			t.Errorf("got %q", got)
		}
	})

	t.Run("ASecondSupervisorIsRefused", func(t *testing.T) {
		t.Parallel()
		dir := copied(t, made)
		running := start(t, cluster.Config{Dir: dir, Throwaway: true})
		if why := refused(t, cluster.Config{Dir: dir}); !strings.Contains(why, "is in use by another automacao") {
			t.Error(why)
		}
		run(t, running, `SELECT 1`)
	})

	t.Run("ALongPathGetsAShortSocket", func(t *testing.T) {
		t.Parallel()
		dir := filepath.Join(folder(t), strings.Repeat("uma-pasta-com-nome-comprido/", 5), "data")
		running := start(t, cluster.Config{Dir: dir, Throwaway: true})
		run(t, running, `SELECT 1`)
		if _, err := os.Stat(dir + ".socket"); !os.IsNotExist(err) {
			t.Errorf("the socket lies beside the data: %v", err)
		}
	})

	for _, name := range []string{"minhas pastas a+b 100% %20", `produção d'"água um,dois`, "a&b=c;d#e?f"} {
		t.Run("AFolderMayBeCalled "+name, func(t *testing.T) {
			t.Parallel()
			cfg := cluster.Config{Dir: filepath.Join(folder(t), name), Throwaway: true}
			stop(t, start(t, cfg))
			// The same folder is used again, not one under another name.
			again := start(t, cfg)
			if got := ask(t, again, `SELECT current_setting('data_directory')`); got != cfg.Dir {
				t.Errorf("the data lies in %q", got)
			}
		})
	}

	t.Run("AServerThatMayLoseDataIsNamed", func(t *testing.T) {
		t.Parallel()
		running := start(t, cluster.Config{Dir: copied(t, made), Settings: map[string]string{"fsync": "off", "data_sync_retry": "on"}})
		found, err := cluster.ReadDurability(t.Context(), connect(t, running))
		if err != nil {
			t.Fatal(err)
		}
		for accepted, says := range map[string]string{
			"": "(data_sync_retry = on, fsync = off)", "fsync": "(data_sync_retry = on)", "data_sync_retry fsync": "", "data_checksums": "(data_sync_retry = on, fsync = off)",
		} {
			got := fmt.Sprint(found.Check(strings.Fields(accepted)...))
			if says == "" && got != "<nil>" || !strings.Contains(got, says) {
				t.Errorf("with %q accepted got %s", accepted, got)
			}
		}
	})

	t.Run("EachLossySettingIsRefusedByItself", func(t *testing.T) {
		t.Parallel()
		for _, setting := range []string{"data_checksums = off", "data_sync_retry = on", "fsync = off", "full_page_writes = off", "synchronous_commit = off"} {
			err := cluster.Durability{Lossy: []string{setting}}.Check()
			if err == nil || !strings.Contains(err.Error(), "("+setting+")") {
				t.Errorf("%s: got %v", setting, err)
			}
		}
	})
}

func TestLeftovers(t *testing.T) {
	t.Parallel()
	made := stopped(t)

	t.Run("PidFiles", func(t *testing.T) {
		t.Parallel()
		dir := copied(t, made)
		for fact, content := range map[string]string{
			"AnEmptyOneIsRemoved":             "",
			"OneOfAnotherProgramIsRemoved":    strconv.Itoa(os.Getpid()) + "\n/elsewhere\n",
			"OneOfADeadProcessIsOvercome":     "4194304\n/elsewhere\n1700000000\n5432\n/tmp\n\n  1 1\nready\n",
			"OneOfNonsenseIsRemoved":          "not a number\n",
			"OneOfAllProcessesIsNotSignalled": "-1\n",
		} {
			t.Run(fact, func(t *testing.T) {
				if err := os.WriteFile(filepath.Join(dir, "postmaster.pid"), []byte(content), 0o644); err != nil {
					t.Fatal(err)
				}
				run(t, start(t, cluster.Config{Dir: dir, Throwaway: true}), `SELECT 1`)
			})
		}
	})

	t.Run("AHalfMadeDirectoryIsMadeAnew", func(t *testing.T) {
		t.Parallel()
		dir := folder(t)
		if err := os.MkdirAll(filepath.Join(dir+".new", "base"), 0o700); err != nil {
			t.Fatal(err)
		}
		run(t, start(t, cluster.Config{Dir: dir, Throwaway: true}), `SELECT 1`)
		if _, err := os.Stat(dir + ".new"); !os.IsNotExist(err) {
			t.Errorf("the half-made directory is still there: %v", err)
		}
	})

	t.Run("SomebodyElsesFolderIsRefusedAndLeftAlone", func(t *testing.T) {
		t.Parallel()
		dir := folder(t)
		letter := filepath.Join(dir, "letter.txt")
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(letter, []byte("dear"), 0o644); err != nil {
			t.Fatal(err)
		}
		if why := refused(t, cluster.Config{Dir: dir}); !strings.Contains(why, "holds no complete database") {
			t.Error(why)
		}
		if content, _ := os.ReadFile(letter); string(content) != "dear" {
			t.Errorf("the letter now says %q", content)
		}
	})

	t.Run("AnotherMajorVersionIsRefusedAndLeftAlone", func(t *testing.T) {
		t.Parallel()
		dir := copied(t, made)
		version := filepath.Join(dir, "PG_VERSION")
		ours, err := os.ReadFile(version)
		if err != nil {
			t.Fatal(err)
		}
		rewrite(t, version, "9")
		if why := refused(t, cluster.Config{Dir: dir}); !strings.Contains(why, "was written by PostgreSQL 9 and this machine has") ||
			!strings.Contains(why, "install version 9 or name its folder in AUTOMACAO_PG_BIN") {
			t.Error(why)
		}
		rewrite(t, version, string(ours))
		if got := ask(t, start(t, cluster.Config{Dir: dir}), `SELECT answer FROM kept`); got != "sim" {
			t.Errorf("got %q", got)
		}
	})
}

func rewrite(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestDeath(t *testing.T) {
	t.Parallel()
	made := stopped(t)

	t.Run("AKilledParentTakesItsServerAlong", func(t *testing.T) {
		t.Parallel()
		dir := copied(t, made)
		parent, orphan, _ := startParent(t, dir, nil)
		kill(t, parent.Process.Pid)
		_ = parent.Wait()
		running := start(t, cluster.Config{Dir: dir})
		run(t, running, `SELECT 1`)
		if alive(orphan) {
			t.Errorf("server %d outlived its parent", orphan)
		}
	})

	t.Run("AnOrphanThatLingersIsWaitedFor", func(t *testing.T) {
		t.Parallel()
		dir := copied(t, made)
		parent, orphan, _ := startParent(t, dir, nil)
		// A stopped process cannot follow its parent until it is continued.
		signal(t, orphan, syscall.SIGSTOP)
		kill(t, parent.Process.Pid)
		_ = parent.Wait()
		log, _ := listenFor("still uses the data directory", sync.OnceFunc(func() { signal(t, orphan, syscall.SIGCONT) }))
		running := start(t, cluster.Config{Dir: dir, Log: log})
		run(t, running, `SELECT 1`)
		if alive(orphan) {
			t.Errorf("server %d still lives", orphan)
		}
	})

	t.Run("AKilledServerIsStartedAgain", func(t *testing.T) {
		t.Parallel()
		again := make(chan struct{}, 1)
		log, _ := listenFor("answers again", func() { again <- struct{}{} })
		running := start(t, cluster.Config{Dir: copied(t, made), Log: log})
		for range 3 {
			kill(t, running.PID())
			<-again
			if err := running.Ready(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := ask(t, running, `SELECT answer FROM kept`); got != "sim" {
				t.Errorf("got %q", got)
			}
		}
	})

	t.Run("AStopInAHurryLosesNothing", func(t *testing.T) {
		t.Parallel()
		dir := copied(t, made)
		first := start(t, cluster.Config{Dir: dir})
		run(t, first, `UPDATE kept SET answer = 'não'`)
		over, cancel := context.WithCancel(t.Context())
		cancel()
		// Either may end first; what matters is that it ends.
		_ = first.Stop(over)
		<-first.Done()
		if got := ask(t, start(t, cluster.Config{Dir: dir}), `SELECT answer FROM kept`); got != "não" {
			t.Errorf("got %q", got)
		}
	})
}

func TestLogKeepsNoValues(t *testing.T) {
	t.Parallel()
	log, heard := listenFor("", nil)
	running := start(t, cluster.Config{Dir: folder(t), Throwaway: true, Log: log})
	conn := connect(t, running)
	if _, err := conn.Exec(t.Context(), `SELECT 'segredo'::int`); err == nil {
		t.Fatal("a word is no number")
	}
	stop(t, running)
	if got := heard.String(); strings.Contains(got, "segredo") || !strings.Contains(got, "ready to accept connections") {
		t.Errorf("the log says %s", got)
	}
}

func signal(t *testing.T, pid int, what syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(pid, what); err != nil {
		t.Errorf("signal %d: %v", pid, err)
	}
}

func kill(t *testing.T, pid int) {
	t.Helper()
	signal(t, pid, syscall.SIGKILL)
}

// alive is false for a process that has ended, even if its parent has not reaped it yet.
func alive(pid int) bool {
	_, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "exe"))
	return err == nil
}
