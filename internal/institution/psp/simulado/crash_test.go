package simulado

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"automacao/internal/institution/psp/asaas"
)

// crashing tells the test program to be the simulator that is killed; its value is the data folder.
const crashing = "AUTOMACAO_TEST_SIMULADO"

// TestChargesUntilKilled makes charges and prints their ids, endlessly.
// TestWhatWasAnsweredOutlivesAKill runs and kills it.
func TestChargesUntilKilled(t *testing.T) {
	data := os.Getenv(crashing)
	if data == "" {
		t.Skip("runs in a process of its own")
	}
	b := setup(t, Config{Data: data})
	customer := b.market()
	fmt.Println(b.key)
	for i := 0; ; i++ {
		charge := b.charge(customer, i)
		b.cause(charge.ID, "paid")
		fmt.Println(charge.ID)
	}
}

func TestWhatWasAnsweredOutlivesAKill(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	program := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestChargesUntilKilled$", "-test.v=false")
	program.Env = append(os.Environ(), crashing+"="+data)
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Scan()
	key := lines.Text()
	var answered []string
	for len(answered) < 40 && lines.Scan() {
		answered = append(answered, lines.Text())
	}
	if err := program.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		answered = append(answered, lines.Text())
	}
	_ = program.Wait() // it was killed

	b := setup(t, Config{Data: data})
	if len(answered) < 40 {
		t.Fatalf("only %d charges before the kill", len(answered))
	}
	for _, id := range answered {
		var charge asaas.Payment
		b.did("GET", "/v3/payments/"+id, key, "", &charge)
		if charge.Status != asaas.PaymentReceived || charge.Escrow == nil {
			t.Errorf("%s is %s", id, charge.Status)
		}
	}
	t.Logf("%d charges were answered and are there", len(answered))
}
