package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// caller sends requests to one server over one persistent connection.
type caller struct {
	of     *rival
	client *http.Client
}

func newCaller(of *rival) *caller {
	return &caller{of, &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1, DisableCompression: true}, Timeout: time.Minute}}
}

func (c *caller) close() { c.client.CloseIdleConnections() }

func (c *caller) ask(ctx context.Context, asked request) error {
	r, err := http.NewRequestWithContext(ctx, asked.method, "http://"+c.of.host+asked.path, strings.NewReader(asked.body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+c.of.token)
	if c.of.key != "" {
		r.Header.Set("Apikey", c.of.key)
	}
	if asked.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if asked.isCounted {
		r.Header.Set("Prefer", "count=exact")
	}
	answer, err := c.client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode >= http.StatusMultipleChoices {
		said, _ := io.ReadAll(io.LimitReader(answer.Body, 500))
		return fmt.Errorf("%s %s is answered %d: %s", asked.method, asked.path, answer.StatusCode, said)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

// tick is the unit of the times in /proc/PID/stat.
const tick = 10 * time.Millisecond

// processorTime returns the CPU time that a server and its database have used.
func (r *rival) processorTime() (server, database time.Duration, err error) {
	if server, _, err = processorOf(strconv.Itoa(r.pid)); err != nil || r.postmaster == 0 {
		return server, 0, err
	}
	// The postmaster accounts for the processes of connections that have ended.
	postmaster := strconv.Itoa(r.postmaster)
	own, ended, err := processorOf(postmaster)
	if err != nil {
		return 0, 0, err
	}
	database = own + ended
	children, err := os.ReadFile("/proc/" + postmaster + "/task/" + postmaster + "/children")
	if err != nil {
		return 0, 0, err
	}
	for _, pid := range strings.Fields(string(children)) {
		own, _, err := processorOf(pid)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, 0, err
		}
		database += own
	}
	return server, database, nil
}

// processorOf returns the CPU time of a process and of the children it has waited for (proc(5),
// fields 14 to 17).
func processorOf(pid string) (own, ended time.Duration, err error) {
	file, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, 0, err
	}
	_, after, _ := strings.Cut(string(file), ") ")
	fields := strings.Fields(after)
	if len(fields) < 15 {
		return 0, 0, fmt.Errorf("/proc/%s/stat is not as expected", pid)
	}
	var times [4]int
	for i := range times {
		if times[i], err = strconv.Atoi(fields[11+i]); err != nil {
			return 0, 0, err
		}
	}
	return time.Duration(times[0]+times[1]) * tick, time.Duration(times[2]+times[3]) * tick, nil
}
