package acceptance

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
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

const (
	crashes = 10
	// startPatience bounds a start. No start in a passing test takes nearly as long.
	startPatience = time.Minute
)

// TestNothingAcknowledgedIsLostWhenTheServerIsKilled writes messages through the REST API while the
// server's process is killed again and again. Every acknowledged message must be stored.
func TestNothingAcknowledgedIsLostWhenTheServerIsKilled(t *testing.T) {
	t.Parallel()
	s := newCrashing(t)
	s.start()
	helena := s.signUp("helena@exemplo.test", "Helena Prado Duarte", "professional", "52998224725")
	otto := s.signUp("otto@exemplo.test", "Envasadora Monte Claro", "company", "11444777000161")

	var kept []string
	for crash := range crashes {
		kept = append(kept, s.writeUntilKilled(helena, otto, 3+crash*2)...)
		s.start()
		if stored := s.storedOf(helena, kept); len(stored) != len(kept) {
			t.Fatalf("after crash %d there are %d messages of %d", crash+1, len(stored), len(kept))
		}
	}
	if len(kept) == 0 {
		t.Error("nothing was acknowledged")
	}
	t.Logf("%d messages were acknowledged and kept over %d crashes", len(kept), crashes)
}

// crashing is the built program on a data directory that outlives it.
type crashing struct {
	*testing.T
	program, data, addr string
	anonKey             string
	process             *exec.Cmd
	client              *http.Client
}

func newCrashing(t *testing.T) *crashing {
	t.Helper()
	// PostgreSQL's user may not enter t.TempDir, and its path is too long for a socket.
	folder, err := os.MkdirTemp("", "automacao-crash-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	probe, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &crashing{T: t, program: filepath.Join(folder, "automacao"), data: filepath.Join(folder, "data"),
		addr: probe.Addr().String(), client: &http.Client{Timeout: startPatience}}
	_ = probe.Close()
	if output, err := exec.Command("go", "build", "-o", s.program, "automacao/cmd/automacao").CombinedOutput(); err != nil {
		t.Fatalf("build the program: %v\n%s", err, output)
	}
	t.Cleanup(func() {
		s.stop()
		_ = os.RemoveAll(folder)
	})
	return s
}

func (s *crashing) command(arguments ...string) *exec.Cmd {
	command := exec.Command(s.program, append(arguments, "--data", s.data, "--addr", s.addr)...)
	command.Env = append(os.Environ(), "DATABASE_URL=", "AUTOMACAO_LIMITS=requests=none,quotas=none", "AUTOMACAO_LOG_FORMAT=json", "AUTOMACAO_LOG_LEVEL=info")
	return command
}

// start runs the program and waits until its log says that it is ready.
func (s *crashing) start() {
	s.Helper()
	s.process = s.command("serve")
	read, write, err := os.Pipe()
	if err != nil {
		s.Fatal(err)
	}
	s.process.Stderr = write
	if err := s.process.Start(); err != nil {
		s.Fatal(err)
	}
	_ = write.Close()
	s.awaitReady(read)
	if s.anonKey == "" {
		s.readKeys()
	}
}

func (s *crashing) awaitReady(log *os.File) {
	s.Helper()
	_ = log.SetReadDeadline(time.Now().Add(startPatience))
	defer func() { _ = log.SetReadDeadline(time.Time{}) }()
	var heard strings.Builder
	buffer := make([]byte, 4096)
	for !strings.Contains(heard.String(), `"msg":"ready"`) {
		n, err := log.Read(buffer)
		if err != nil {
			s.Fatalf("the server is not ready: %v\n%s", err, heard.String())
		}
		heard.Write(buffer[:n])
	}
	// A full or closed pipe would stop the server at its next log line.
	go func() {
		_, _ = io.Copy(io.Discard, log)
		_ = log.Close()
	}()
}

func (s *crashing) stop() {
	if s.process == nil || s.process.ProcessState != nil {
		return
	}
	_ = s.process.Process.Signal(os.Interrupt)
	_ = s.process.Wait()
}

func (s *crashing) readKeys() {
	s.Helper()
	output, err := s.command("keys", "--json").Output()
	if err != nil {
		s.Fatalf("read keys: %v", err)
	}
	var keys struct {
		AnonKey string `json:"anon_key"`
	}
	if err := json.Unmarshal(output, &keys); err != nil {
		s.Fatal(err)
	}
	s.anonKey = keys.AnonKey
}

// author is a person with a session.
type author struct {
	id    uuid.UUID
	token string
}

func (s *crashing) signUp(email, name, role, document string) author {
	s.Helper()
	answer, err := s.call(s.anonKey, http.MethodPost, "/auth/v1/signup", map[string]any{
		"email": email, "password": "uma frase comprida", "data": map[string]any{"name": name, "role": role, "document": document, "terms": true},
	})
	if err != nil {
		s.Fatalf("sign up: %v", err)
	}
	var session struct {
		AccessToken string `json:"access_token"`
		User        struct {
			ID uuid.UUID `json:"id"`
		} `json:"user"`
	}
	if err := json.Unmarshal(answer, &session); err != nil || session.AccessToken == "" {
		s.Fatalf("sign up answered %s, %v", answer, err)
	}
	return author{session.User.ID, session.AccessToken}
}

func (s *crashing) call(token, method, path string, body any) ([]byte, error) {
	document, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(context.Background(), method, "http://"+s.addr+path, bytes.NewReader(document))
	if err != nil {
		return nil, err
	}
	request.Header.Set("apikey", s.anonKey)
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	answer, err := io.ReadAll(response.Body)
	err = errors.Join(err, response.Body.Close())
	if err == nil && response.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s %s: %d %s", method, path, response.StatusCode, answer)
	}
	return answer, err
}

// writeUntilKilled writes messages from both sides at the same time, kills the server after a
// number of them, and returns the keys of those that were acknowledged.
func (s *crashing) writeUntilKilled(helena, otto author, beforeKill int) []string {
	s.Helper()
	acknowledged := make(chan string)
	write := func(from, to author) {
		for {
			id := uuid.Must(uuid.NewV7()).String()
			_, err := s.call(from.token, http.MethodPost, "/rest/v1/messages",
				map[string]any{"client_id": id, "from_id": from.id, "to_id": to.id, "content": "Segue a lista de I/O revisada."})
			if err != nil {
				acknowledged <- ""
				return
			}
			acknowledged <- id
		}
	}
	go write(helena, otto)
	go write(otto, helena)
	var kept []string
	for writing := 2; writing > 0; {
		id := <-acknowledged
		if id == "" {
			writing--
			continue
		}
		if kept = append(kept, id); len(kept) == beforeKill {
			if err := s.process.Process.Kill(); err != nil {
				s.Fatal(err)
			}
		}
	}
	_ = s.process.Wait()
	if len(kept) < beforeKill {
		s.Fatalf("the server ended after %d messages, before it was killed", len(kept))
	}
	return kept
}

// storedOf returns which of the messages are stored. Each call asks for a bounded number.
func (s *crashing) storedOf(reader author, ids []string) []string {
	s.Helper()
	const idsMax = 100
	var stored []string
	for chunk := range slices.Chunk(ids, idsMax) {
		answer, err := s.call(reader.token, http.MethodGet, "/rest/v1/messages?select=client_id&client_id=in.("+strings.Join(chunk, ",")+")", nil)
		if err != nil {
			s.Fatal(err)
		}
		var rows []struct {
			ID string `json:"client_id"`
		}
		if err := json.Unmarshal(answer, &rows); err != nil {
			s.Fatal(err)
		}
		for _, row := range rows {
			stored = append(stored, row.ID)
		}
	}
	return stored
}
