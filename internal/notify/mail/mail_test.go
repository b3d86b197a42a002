package mail_test

import (
	"regexp"
	"strings"
	"testing"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/notify/mail"
	"automacao/internal/notify/mail/mailtest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestALetterArrivesWhole(t *testing.T) {
	t.Parallel()
	url, sessions := mailtest.PostOffice(t)
	sender, err := mail.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	letter, err := mail.Notice(mail.News{To: "marina@exemplo.test", Kind: "decision", Title: "Proposta aceita: Célula", Body: "Combine os próximos passos.", URL: "https://exemplo.test", Link: "/dashboard/propostas"})
	if err != nil {
		t.Fatal(err)
	}
	letter.Unsubscribe = "https://exemplo.test/sair"
	if err := sender.Send(t.Context(), letter); err != nil {
		t.Fatal(err)
	}
	got := <-sessions
	for _, want := range []string{"MAIL FROM:<nao-responda@exemplo.test>", "RCPT TO:<marina@exemplo.test>", "text/plain", "text/html", "List-Unsubscribe: <https://exemplo.test/sair>", "Auto-Submitted: auto-generated"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

func TestTheMessageIDNamesTheSendersDomainAndNoMachine(t *testing.T) {
	t.Parallel()
	url, sessions := mailtest.PostOffice(t)
	sender, err := mail.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for range 2 {
		if err := sender.Send(t.Context(), mail.Letter{To: "marina@exemplo.test", Subject: "Oi", Text: "Oi", HTML: "Oi"}); err != nil {
			t.Fatal(err)
		}
		text := <-sessions
		found := regexp.MustCompile(`(?im)^Message-ID: <([^@>]+)@([^>]+)>`).FindStringSubmatch(text)
		if found == nil || found[2] != "exemplo.test" || seen[found[1]] {
			t.Errorf("the Message-ID is %q in\n%s", found, text)
			continue
		}
		seen[found[1]] = true
	}
}

func TestNoTextAddsAHeader(t *testing.T) {
	t.Parallel()
	url, sessions := mailtest.PostOffice(t)
	sender, err := mail.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	letter, err := mail.Notice(mail.News{To: "marina@exemplo.test", Kind: "message", Title: "Oi\r\nBcc: todos@exemplo.test", URL: "https://exemplo.test", Link: "/x"})
	if err != nil {
		t.Fatal(err)
	}
	if err := sender.Send(t.Context(), letter); err == nil {
		headers, _, _ := strings.Cut(<-sessions, "\n\n")
		for line := range strings.Lines(headers) {
			if strings.HasPrefix(line, "Bcc:") {
				t.Errorf("a header was added: %q", line)
			}
		}
	}
	letter.To = "marina@exemplo.test>\r\nRCPT TO:<outro@exemplo.test"
	if err := sender.Send(t.Context(), letter); err == nil {
		t.Error("an address with a line break was accepted")
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	for url, works := range map[string]bool{
		"smtp://mail.exemplo.test:587?from=a@exemplo.test":           true,
		"smtps://a%40exemplo.test:secret@mail.exemplo.test":          true,
		"smtp://user:secret@mail.exemplo.test":                       false,
		"smtp://:25?from=a@exemplo.test":                             false,
		"smtp://mail.exemplo.test?from=":                             false,
		"smtp://user:secret@mail.exemplo.test:0?from=a@exemplo.test": false,
	} {
		_, err := mail.Open(url)
		if (err == nil) != works {
			t.Errorf("%s: %v", url, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the error contains the password: %v", err)
		}
	}
}

func TestEveryKindOfTheSignInProtocolHasALetter(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"confirmation", "invite", "recovery", "magiclink", "email_change", "reauthentication", "password_changed", "email_changed"} {
		letter, err := mail.Auth(kind, "marina@exemplo.test", "https://exemplo.test/auth?token=1&type=<x>", "123456")
		if err != nil || letter.Subject == "" || letter.Text == "" {
			t.Errorf("%s: %+v, %v", kind, letter, err)
		}
		if hasCode := strings.Contains(letter.Text, "123456") && strings.Contains(letter.HTML, "123456"); kind == "magiclink" && !hasCode {
			t.Error("the letter does not contain its code")
		}
		if strings.Contains(letter.HTML, "<x>") {
			t.Errorf("%s: an address is not escaped", kind)
		}
	}
	if _, err := mail.Auth("postcard", "", "", ""); err == nil {
		t.Error("an unknown kind gives a letter")
	}
}

func TestTheDigestNamesItsItemsAndTheWayOut(t *testing.T) {
	t.Parallel()
	letter, err := mail.Digest("marina@exemplo.test", "Marina", "https://exemplo.test", "https://exemplo.test/sair?x=1", []mail.Item{{Title: "Retrofit <b>", Note: "R$ 10.000", Link: "https://exemplo.test/projetos/1"}})
	if err != nil || letter.Unsubscribe != "https://exemplo.test/sair?x=1" || !strings.Contains(letter.Text, "Retrofit <b>") || strings.Contains(letter.HTML, "<b>") {
		t.Errorf("got %+v, %v", letter, err)
	}
}
