package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"automacao/internal/market/demo"
	"automacao/verify/spawn"
)

// statusAt returns the status and body of a path.
func statusAt(ctx context.Context, url string) (int, string) {
	bounded, cancel := context.WithTimeout(ctx, answerMax)
	defer cancel()
	request, err := http.NewRequestWithContext(bounded, http.MethodGet, url, nil)
	if err != nil {
		return 0, err.Error()
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(body)
}

// until repeats a request until it gets a status. It returns how long that took and the time of the
// slowest answer.
func until(ctx context.Context, url string, status int, within time.Duration) (took, slowest time.Duration, err error) {
	for began := time.Now(); ; {
		asked := time.Now()
		got, said := statusAt(ctx, url)
		slowest = max(slowest, time.Since(asked))
		if got == status {
			return time.Since(began), slowest, nil
		}
		if time.Since(began) > within {
			return time.Since(began), slowest, fmt.Errorf("%s is answered %d %s after %s", url, got, said, within)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// frozenDatabase stops all processes of the database with a signal. It then accepts connections and
// never answers, which is the worst way to fail.
func frozenDatabase(ctx context.Context, r *run, server *spawn.Server) (figure string, err error) {
	processes, err := databaseOf(server)
	if err != nil {
		return "", err
	}
	sendAll(processes, syscall.SIGSTOP)
	down, slowest, err := until(ctx, server.URL()+"/ready", http.StatusServiceUnavailable, 10*time.Second)
	live, _ := statusAt(ctx, server.URL()+"/live")
	sendAll(processes, syscall.SIGCONT)
	if err != nil {
		return "", err
	}
	back, _, err := until(ctx, server.URL()+"/ready", http.StatusOK, time.Minute)
	figure = fmt.Sprintf("database frozen: /ready 503 after %s (slowest answer %s), /live %d; ready %s after it goes on",
		down.Round(10*time.Millisecond), slowest.Round(10*time.Millisecond), live, back.Round(10*time.Millisecond))
	if err == nil && (down > 2*time.Second || live != http.StatusOK) {
		err = errors.New("not reached")
	}
	return figure, err
}

// databaseOf returns the processes of a server's private cluster.
func databaseOf(server *spawn.Server) (processes []int, err error) {
	file, err := os.ReadFile(filepath.Join(server.Data, "postgres", "postmaster.pid"))
	if err != nil {
		return nil, absent("the private cluster is not found: %v", err)
	}
	first, _, _ := strings.Cut(string(file), "\n")
	postmaster, err := strconv.Atoi(first)
	if err != nil {
		return nil, err
	}
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, err
	}
	for _, path := range all {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		_, after, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(after)
		if len(fields) > 1 && fields[1] == first {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			processes = append(processes, pid)
		}
	}
	return append([]int{postmaster}, processes...), nil
}

func sendAll(processes []int, what syscall.Signal) {
	for _, pid := range processes {
		_ = syscall.Kill(pid, what)
	}
}

// smallDisk is the size in MiB of the volume that is filled.
const smallDisk = 700

// fullDisk fills a small volume that holds all the server's files.
func fullDisk(ctx context.Context, r *run) (figure string, err error) {
	if os.Geteuid() != 0 {
		return "", absent("only root may mount a small volume; TestADiskWithoutRoom holds it with a measured free space")
	}
	server, err := r.own([]string{"--demo"}, nil)
	if err != nil {
		return "", err
	}
	volume := filepath.Join(server.Folder, "volume")
	if err := os.Mkdir(volume, 0o755); err != nil {
		return "", err
	}
	if said, err := exec.CommandContext(ctx, "mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dm,mode=755", smallDisk), "tmpfs", volume).CombinedOutput(); err != nil {
		return "", errors.Join(absent("no small volume can be mounted: %s", said), os.RemoveAll(server.Folder))
	}
	server.Data = filepath.Join(volume, "data")
	defer func() {
		if server.PID() > 0 {
			_ = server.Stop()
		}
		err = errors.Join(err, syscall.Unmount(volume, syscall.MNT_DETACH), os.RemoveAll(server.Folder))
	}()
	if err := server.Start(ctx); err != nil {
		return "", err
	}
	return fillAndEmpty(ctx, server, filepath.Join(volume, "filler"))
}

func fillAndEmpty(ctx context.Context, server *spawn.Server, filler string) (figure string, err error) {
	member, err := server.Member(ctx, demo.ProfessionalEmail, demo.Password)
	if err != nil {
		return "", err
	}
	company, err := server.Member(ctx, demo.CompanyEmail, demo.Password)
	if err != nil {
		return "", err
	}
	if err := fillUp(filler); err != nil {
		return "", err
	}
	full, _, err := until(ctx, server.URL()+"/ready", http.StatusServiceUnavailable, 10*time.Second)
	if err != nil {
		return "", err
	}
	message, _ := json.Marshal(map[string]any{"from_id": member.UserID, "to_id": company.UserID, "content": "Cabe?"})
	writes, uploads, reads := newTally(), newTally(), newTally()
	for range 20 {
		writes.ask(ctx, member, address(0), http.MethodPost, "/rest/v1/messages", message)
		uploads.ask(ctx, member, address(0), http.MethodPost, fmt.Sprintf("/storage/v1/object/public-uploads/avatars/%s-a.png", member.UserID), []byte("x"))
		reads.ask(ctx, member, address(0), http.MethodGet, somePage, nil)
	}
	if err := os.Remove(filler); err != nil {
		return "", err
	}
	back, _, err := until(ctx, server.URL()+"/ready", http.StatusOK, time.Minute)
	if err != nil {
		return "", err
	}
	after := newTally()
	after.ask(ctx, member, address(0), http.MethodPost, "/rest/v1/messages", message)
	figure = fmt.Sprintf("%d MiB filled to the last byte: /ready 503 after %s; writes %s, uploads %s, reads %s; ready %s after there is room, a write %s",
		smallDisk, full.Round(10*time.Millisecond), writes, uploads, reads, back.Round(10*time.Millisecond), after)
	if writes.codes[503] != 20 || uploads.codes[507] != 20 || reads.good() != 20 || after.good() != 1 || back > 10*time.Second {
		return figure, errors.New("not reached")
	}
	return figure, nil
}

// fillUp writes a file until the disk is full.
func fillUp(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for block := make([]byte, 1<<20); len(block) > 0; {
		if _, err = file.Write(block); err != nil {
			if !errors.Is(err, syscall.ENOSPC) {
				return err
			}
			block = block[:len(block)/2]
		}
	}
	return nil
}
