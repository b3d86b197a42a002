package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"automacao/internal/market/demo"
	"automacao/verify/spawn"
)

// slowCallers holds connections open next to other requests: they send headers or a body at one
// byte per second, or never read the answer.
func slowCallers(ctx context.Context, r *run, server *spawn.Server) (figure string, err error) {
	callers, lasts := r.count(2000, 90), time.Duration(r.count(60, 2))*time.Second
	slow, stop := context.WithCancel(ctx)
	defer stop()
	var trickling sync.WaitGroup
	for i := range callers {
		trickling.Go(func() { trickle(slow, server.Addr, i) })
	}
	others := newTally()
	visitor := server.Visitor()
	for began := time.Now(); time.Since(began) < lasts; {
		others.ask(ctx, visitor, address(0), http.MethodGet, "/ready", nil)
		others.ask(ctx, visitor, address(0), http.MethodGet, somePage, nil)
	}
	rss := residentMB(server.PID())
	stop()
	trickling.Wait()
	figure = fmt.Sprintf("%d slow connections for %s; others %s, p99 %s; server %d MB", callers, lasts, others, others.quantile(0.99), rss)
	if others.good() < others.all() || others.quantile(0.99) > 500*time.Millisecond {
		return figure, errors.New("others were refused or late")
	}
	return figure, nil
}

// trickle is slow in one of three ways, from its own client address, and reconnects whenever it is
// cut.
func trickle(ctx context.Context, addr string, i int) {
	from := "X-Forwarded-For: 10.0." + strconv.Itoa(i/250) + "." + strconv.Itoa(i%250+1)
	begin := []string{
		"GET / HTTP/1.1\r\nHost: x\r\n" + from + "\r\nX-Slow: ",
		"POST /rest/v1/rpc/count_skills HTTP/1.1\r\nHost: x\r\n" + from + "\r\nContent-Length: 100000\r\n\r\n",
		"GET /config.json HTTP/1.1\r\nHost: x\r\n" + from + "\r\n\r\n",
	}[i%3]
	for ctx.Err() == nil {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
		if err != nil {
			return
		}
		_, err = io.WriteString(conn, begin)
		for err == nil {
			select {
			case <-ctx.Done():
				err = ctx.Err()
			case <-time.After(time.Second):
				_, err = io.WriteString(conn, "x")
			}
		}
		_ = conn.Close()
	}
}

// residentMB returns the resident memory of a process.
func residentMB(pid int) int {
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		return 0
	}
	kilobytes, _ := strconv.Atoi(fields[0])
	return kilobytes >> 10
}

// most returns a function that stops watching a process's memory and returns the maximum.
func most(ctx context.Context, pid int) func() int {
	watching, stop := context.WithCancel(ctx)
	found := make(chan int)
	go func() {
		highest := residentMB(pid)
		for watching.Err() == nil {
			highest = max(highest, residentMB(pid))
			time.Sleep(10 * time.Millisecond)
		}
		found <- highest
	}()
	return func() int { stop(); return <-found }
}

// manySignIns makes all attempts at once, each from its own client address.
func manySignIns(ctx context.Context, r *run, server *spawn.Server) (figure string, err error) {
	before, highest := residentMB(server.PID()), most(ctx, server.PID())
	attempts, others := newTally(), newTally()
	trying, tried := context.WithCancel(ctx)
	c := manyConns(server)
	var signing, asking sync.WaitGroup
	for i := range r.count(200, 60) {
		signing.Go(func() {
			body, _ := json.Marshal(map[string]string{"email": fmt.Sprintf("ninguem%d@exemplo.test", i), "password": "uma frase comprida"})
			attempts.ask(ctx, c, address(i), http.MethodPost, "/auth/v1/token?grant_type=password", body)
		})
	}
	asking.Go(func() {
		for visitor := server.Visitor(); trying.Err() == nil; {
			others.ask(trying, visitor, "192.0.2.9", http.MethodGet, somePage, nil)
		}
	})
	signing.Wait()
	tried()
	asking.Wait()
	grown := highest() - before
	figure = fmt.Sprintf("%d at once: %s (400: hashed and wrong, 429: overflow); memory +%d MB; others %s, p99 %s",
		attempts.all(), attempts, grown, others, others.quantile(0.99))
	if grown > 200 || others.good() < others.all() || others.quantile(0.99) > 300*time.Millisecond {
		return figure, errors.New("not reached")
	}
	return figure, nil
}

// badBodies sends bodies that are endless, slow, or many at once.
func badBodies(ctx context.Context, r *run) (figure string, err error) {
	server, err := r.server(ctx)
	if err != nil {
		return "", err
	}
	endless, err := endlessBody(ctx, server)
	if err != nil {
		return "", err
	}
	slow, cut, err := slowUpload(ctx, server)
	if err != nil {
		return "", err
	}
	before, highest := residentMB(server.PID()), most(ctx, server.PID())
	service := server.Service()
	uploads := newTally()
	file := bytes.Repeat([]byte("0123456789abcdef"), 9<<16) // 9 MiB that is not a picture
	var sending sync.WaitGroup
	for i := range r.count(50, 10) {
		sending.Go(func() {
			answer, err := service.Send(ctx, http.MethodPost, fmt.Sprintf("/storage/v1/object/public-uploads/%d.png", i), file, "Content-Type", "image/png")
			if err != nil {
				uploads.add(0, 0)
				return
			}
			said, _ := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if bytes.Contains(said, []byte("InvalidMimeType")) {
				uploads.add(http.StatusUnsupportedMediaType, 0) // read to its end, and not a picture
				return
			}
			uploads.add(answer.StatusCode, 0)
		})
	}
	sending.Wait()
	grown := highest() - before
	figure = fmt.Sprintf("endless body: %d; 1 byte a second: %s after %s; %d uploads of 9 MiB at once: %s, memory +%d MB", endless, slow, cut.Round(time.Second), uploads.all(), uploads, grown)
	if endless != http.StatusRequestEntityTooLarge || grown > 100 || uploads.codes[http.StatusUnsupportedMediaType] != uploads.all() {
		return figure, errors.New("not reached")
	}
	return figure, nil
}

// endless is a reader that never ends.
type endless struct{}

func (endless) Read(into []byte) (int, error) {
	return copy(into, bytes.Repeat([]byte(" "), len(into))), nil
}

func endlessBody(ctx context.Context, server *spawn.Server) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL()+"/rest/v1/rpc/count_skills", endless{})
	if err != nil {
		return 0, err
	}
	request.Header.Set("Apikey", server.Keys.AnonKey)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, answer.Body.Close()
}

// slowUpload sends one byte per second until it is cut.
func slowUpload(ctx context.Context, server *spawn.Server) (said string, took time.Duration, err error) {
	member, err := server.Member(ctx, demo.ProfessionalEmail, demo.Password)
	if err != nil {
		return "", 0, err
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", server.Addr)
	if err != nil {
		return "", 0, err
	}
	defer conn.Close()
	began := time.Now()
	fmt.Fprintf(conn, "POST /storage/v1/object/public-uploads/avatars/%s-a.png HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: image/png\r\nContent-Length: 100000\r\n\r\n", member.UserID, member.Token)
	go func() {
		for {
			time.Sleep(time.Second)
			if _, err := conn.Write([]byte("x")); err != nil {
				return
			}
		}
	}()
	if err := conn.SetReadDeadline(began.Add(2 * time.Minute)); err != nil {
		return "", 0, err
	}
	answer, err := io.ReadAll(io.LimitReader(conn, 4096))
	if len(answer) == 0 && err != nil {
		return "", 0, err
	}
	if !bytes.Contains(answer, []byte("RequestTimeout")) {
		return "", 0, fmt.Errorf("a slow upload is answered %s", answer[bytes.Index(answer, []byte("\r\n\r\n"))+4:])
	}
	return "RequestTimeout", time.Since(began), nil
}
