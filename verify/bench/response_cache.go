package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"automacao/internal/market/demo"
	"automacao/internal/market/volume"
	"automacao/internal/wire/client"
)

type keptCommand struct {
	Rounds  int `help:"Rounds, in each of which every way has its turn." default:"15"`
	Times   int `help:"Requests a turn." default:"4000"`
	Clients int `help:"Connections at once." default:"8"`
}

// Run measures our server and a plain handler that serves the same bytes, each at full speed.
func (c *keptCommand) Run(ctx context.Context) (err error) {
	s, err := openStage(ctx, volume.Size{Projects: 2000, Professionals: 2000, Companies: 100, Messages: 100})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	company := client.New(s.app.URL(), s.app.Keys().AnonKey)
	if err := company.SignIn(ctx, demo.CompanyEmail, demo.Password); err != nil {
		return err
	}
	project, err := ownProject(ctx, company)
	if err != nil {
		return err
	}
	fmt.Printf("%d rounds of %d requests a way, in turn, over %d connections; requests for each second of processor time,\nof who asks too; a ratio is the median of the rounds' (its quartiles)\n", c.Rounds, c.Times, c.Clients)
	for _, asked := range []struct{ name, path string }{
		{"the directory of projects, 24 with their companies", "/rest/v1/projects?select=id,number,title,budget,deadline,skills,created_at,company:profiles!company_id(id,name,avatar_url)&status=eq.open&order=created_at.desc,id.desc&limit=24"},
		{"the page of a project", "/projetos/" + project},
	} {
		if err := c.beside(ctx, s, asked.name, asked.path); err != nil {
			return fmt.Errorf("%s: %w", asked.name, err)
		}
	}
	return nil
}

// beside measures one address, both with a full answer and for a client that already has it.
func (c *keptCommand) beside(ctx context.Context, s *stage, name, path string) error {
	header := "Apikey: " + s.app.Keys().AnonKey + "\r\nAccept-Encoding: gzip\r\n"
	ours, err := url.Parse(s.app.URL())
	if err != nil {
		return err
	}
	answer, err := once(ours.Host, path, header)
	if err != nil {
		return err
	}
	plain, closePlain, err := servePlain(ctx, path, answer)
	if err != nil {
		return err
	}
	defer closePlain()
	fmt.Printf("\n%s, %d bytes compressed\n", name, len(answer.body))
	for _, asked := range []struct{ name, header string }{
		{"whole", header}, {"to who has it", header + "If-None-Match: " + answer.tag + "\r\n"},
	} {
		var rates [2][]float64
		for round := range c.Rounds + 1 {
			for turn := range 2 {
				i := (turn + round) % 2
				rate, err := c.hammer([]string{ours.Host, plain}[i], path, asked.header)
				if err != nil {
					return err
				}
				if round > 0 {
					rates[i] = append(rates[i], rate)
				}
			}
		}
		fmt.Printf("  %-14s our server %s, plain handler %s, ours / this = %s\n",
			asked.name, perSecond(rates[0]), perSecond(rates[1]), spreadOf(ratios(rates[0], rates[1])))
	}
	return nil
}

func perSecond(rates []float64) string { return strconv.Itoa(int(spreadOf(rates).median)) }

// hammer sends a turn's requests over all connections and returns how many were answered per second
// of CPU time. Other processes' CPU use does not count.
func (c *keptCommand) hammer(host, path, header string) (float64, error) {
	var left atomic.Int64
	left.Store(int64(c.Times))
	failures := make([]error, c.Clients)
	var running sync.WaitGroup
	began, err := processorTime()
	if err != nil {
		return 0, err
	}
	for i := range c.Clients {
		running.Go(func() {
			caller, err := dialRaw(host, path, header)
			for err == nil && left.Add(-1) >= 0 {
				_, err = caller.ask(false)
			}
			if caller != nil {
				_ = caller.conn.Close()
			}
			failures[i] = err
		})
	}
	running.Wait()
	ended, err := processorTime()
	return float64(c.Times) / (ended - began).Seconds(), errors.Join(append(failures, err)...)
}

// processorTime returns the CPU time of this process.
func processorTime() (time.Duration, error) {
	var used syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), err
}

// rawAnswer is a response as it was sent.
type rawAnswer struct {
	tag, kind, encoding string
	body                []byte
}

// once repeats the request until the answer comes from the response cache.
func once(host, path, header string) (rawAnswer, error) {
	caller, err := dialRaw(host, path, header)
	if err != nil {
		return rawAnswer{}, err
	}
	defer func() { _ = caller.conn.Close() }()
	for range 1000 {
		answer, err := caller.ask(true)
		if err != nil || answer.tag != "" {
			return answer, err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return rawAnswer{}, errors.New("it is not kept")
}

// rawCaller sends the same bytes repeatedly. With the standard library's client, the client's own
// work would dominate the measurement.
type rawCaller struct {
	conn    net.Conn
	reader  *bufio.Reader
	request []byte
}

func dialRaw(host, path, header string) (*rawCaller, error) {
	conn, err := net.Dial("tcp", host)
	if err != nil {
		return nil, err
	}
	return &rawCaller{conn, bufio.NewReaderSize(conn, 64<<10), []byte("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + header + "\r\n")}, nil
}

// ask reads an answer that has a Content-Length or no body, and keeps it if isKept is set.
func (c *rawCaller) ask(isKept bool) (answer rawAnswer, err error) {
	if _, err := c.conn.Write(c.request); err != nil {
		return answer, err
	}
	length := 0
	for first := true; ; first = false {
		line, err := c.reader.ReadSlice('\n')
		if err != nil {
			return answer, err
		}
		if first && !bytes.Contains(line, []byte(" 200 ")) && !bytes.Contains(line, []byte(" 304 ")) && !bytes.Contains(line, []byte(" 206 ")) {
			return answer, fmt.Errorf("answered %s", bytes.TrimSpace(line))
		}
		if len(line) == 2 {
			break
		}
		if value, isLength := bytes.CutPrefix(line, []byte("Content-Length: ")); isLength {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return answer, err
			}
		}
		if isKept {
			name, value, _ := strings.Cut(strings.TrimSpace(string(line)), ": ")
			switch name {
			case "Etag":
				answer.tag = value
			case "Content-Type":
				answer.kind = value
			case "Content-Encoding":
				answer.encoding = value
			}
		}
	}
	if !isKept {
		_, err = c.reader.Discard(length)
		return answer, err
	}
	answer.body = make([]byte, length)
	_, err = io.ReadFull(c.reader, answer.body)
	return answer, err
}

// servePlain answers one address with fixed bytes, and does nothing else.
func servePlain(ctx context.Context, path string, same rawAnswer) (host string, done func(), err error) {
	wanted, err := url.Parse(path)
	if err != nil {
		return "", nil, err
	}
	kept := map[string]rawAnswer{wanted.RequestURI(): same}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		found, ok := kept[r.URL.RequestURI()]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Etag", found.tag)
		w.Header().Set("Vary", "Accept-Encoding")
		if r.Header.Get("If-None-Match") == found.tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("Content-Type", found.kind)
		if strings.Contains(r.Header.Get("Accept-Encoding"), found.encoding) {
			w.Header().Set("Content-Encoding", found.encoding)
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(found.body)))
		_, _ = w.Write(found.body)
	})
	var listening net.ListenConfig
	listener, err := listening.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	return listener.Addr().String(), func() { _ = server.Close() }, nil
}
