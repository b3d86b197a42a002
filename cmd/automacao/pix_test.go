package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"automacao/internal/institution/psp/simulado"
)

func TestThePaymentSimulatorRunsUntilItIsAskedToStop(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	data := t.TempDir()
	read, written := io.Pipe()
	exit := make(chan int, 1)
	var complaints strings.Builder
	go func() {
		exit <- run(ctx, []string{"pix-simulado", "--addr", "127.0.0.1:0", "--data", data, "--webhook-token", "combinado"}, written, &complaints)
		_ = written.Close() // Close of a pipe always returns nil
	}()
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatal(err, complaints.String())
	}
	var control simulado.Control
	text, err := os.ReadFile(filepath.Join(data, "control.json"))
	if err == nil {
		err = json.Unmarshal(text, &control)
	}
	if err != nil || !strings.Contains(line, control.URL) {
		t.Fatalf("%q, %+v, %v", line, control, err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, control.URL+"/simulado/charges", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+control.Token)
	response, err := http.DefaultClient.Do(request)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatal(response, err)
	}
	if err := response.Body.Close(); err != nil {
		t.Error(err)
	}
	stop()
	if code := <-exit; code != 0 {
		t.Errorf("exit %d: %s", code, complaints.String())
	}
	if _, err := os.Stat(filepath.Join(data, "control.json")); err == nil {
		t.Error("control.json speaks of a simulator that is gone")
	}
}

func TestThePaymentSimulatorIsForThisMachine(t *testing.T) {
	t.Parallel()
	var complaints strings.Builder
	if code := run(t.Context(), []string{"pix-simulado", "--addr", "0.0.0.0:0", "--data", t.TempDir()}, io.Discard, &complaints); code == 0 || !strings.Contains(complaints.String(), "this machine") {
		t.Errorf("exit %d: %s", code, complaints.String())
	}
}
