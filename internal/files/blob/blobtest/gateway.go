package blobtest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
)

// onS3 names the environment variable that makes Place return a real S3 server.
const onS3 = "AUTOMACAO_TEST_S3"

// IsOnS3 reports whether tests use a real S3 server.
func IsOnS3() bool { return os.Getenv(onS3) != "" }

// Place returns a place for one test's files, as BLOB_URL names it: a folder, or a prefix in the
// gateway's bucket if IsOnS3.
func Place(t testing.TB) string {
	t.Helper()
	if !IsOnS3() {
		return "file://" + t.TempDir()
	}
	return Gateway(t) + "&prefix=" + uuid.NewString() + "/"
}

// The credentials of the gateway, and an AWS profile with others.
const (
	gatewayKey    = "gateway"
	gatewaySecret = "secret-of-the-gateway"
	// Stranger is a profile whose credentials the gateway does not know, for the profile parameter
	// of a URL.
	Stranger = "stranger"
)

// Gateway returns the bucket of a real S3 server, as BLOB_URL names it. The server is a process
// that all tests of a program share. Gateway sets its credentials in the environment.
func Gateway(t testing.TB) string {
	t.Helper()
	running, err := gateway()
	if err != nil {
		t.Fatalf("start the S3 server: %v", err)
	}
	return "s3://" + bucketName + "?region=us-east-1&use_path_style=true&endpoint=http://" + running
}

// gatewayEnds keeps the gateway's standard input open, and so the gateway running, as long as the
// program lives.
var gatewayEnds []io.Closer

var gateway = sync.OnceValues(func() (addr string, err error) {
	folder, err := os.MkdirTemp("", "automacao-gateway-")
	if err != nil {
		return "", err
	}
	stranger := "[" + Stranger + "]\naws_access_key_id = stranger\naws_secret_access_key = guessed\n"
	err = errors.Join(os.MkdirAll(filepath.Join(folder, "buckets", bucketName), 0o700), os.Mkdir(filepath.Join(folder, "about"), 0o700),
		os.WriteFile(filepath.Join(folder, "profiles"), []byte(stranger), 0o600))
	for name, value := range map[string]string{"AWS_ACCESS_KEY_ID": gatewayKey, "AWS_SECRET_ACCESS_KEY": gatewaySecret,
		"AWS_EC2_METADATA_DISABLED": "true", "AWS_SHARED_CREDENTIALS_FILE": filepath.Join(folder, "profiles")} {
		err = errors.Join(err, os.Setenv(name, value))
	}
	if err != nil {
		return "", err
	}
	addr, end, err := startGateway(folder)
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(folder))
	}
	gatewayEnds = append(gatewayEnds, end)
	return addr, nil
})

// gatewayJanitor kills the gateway and removes its folder once its standard input ends, however the
// test program ended.
const gatewayJanitor = `folder=$1; shift; "$@" >"$folder/log" 2>&1 & gateway=$!; cat; kill -KILL $gateway; rm -rf "$folder"`

func startGateway(folder string) (addr string, end io.Closer, err error) {
	program, err := gatewayProgram()
	if err != nil {
		return "", nil, err
	}
	probe, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	addr = probe.Addr().String()
	if err := probe.Close(); err != nil {
		return "", nil, err
	}
	command := exec.Command("sh", "-c", gatewayJanitor, "sh", folder, program, "--port", addr, "--access", gatewayKey, "--secret", gatewaySecret,
		"--health", "/health", "posix", "--sidecar", filepath.Join(folder, "about"), filepath.Join(folder, "buckets"))
	command.Dir = "/"
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if end, err = command.StdinPipe(); err != nil {
		return "", nil, err
	}
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	if err := awaitGateway(addr); err != nil {
		said, _ := os.ReadFile(filepath.Join(folder, "log"))
		return "", nil, errors.Join(fmt.Errorf("%w; its log:\n%s", err, said), end.Close())
	}
	return addr, end, nil
}

// gatewayProgram builds the gateway, which has a module of its own beside this file, and returns
// its path. The build cache makes later calls fast.
func gatewayProgram() (string, error) {
	folder, err := exec.Command("go", "list", "-f", "{{.Dir}}", "automacao/internal/files/blob/blobtest").Output()
	if err != nil {
		return "", fmt.Errorf("look for the gateway's module: %w", err)
	}
	command := exec.Command("go", "tool", "-n", "versitygw")
	command.Dir = filepath.Join(strings.TrimSpace(string(folder)), "gateway")
	var said strings.Builder
	command.Stderr = &said
	path, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("build the gateway: %w: %s", err, &said)
	}
	return strings.TrimSpace(string(path)), nil
}

// awaitGateway returns once the gateway answers.
func awaitGateway(addr string) error {
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.Now().Add(time.Minute); ; <-ticker.C {
		answer, err := client.Get("http://" + addr + "/health")
		if err == nil {
			return answer.Body.Close()
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the gateway does not answer: %w", err)
		}
	}
}
