package mail

import (
	"bytes"
	"mime"
	"net/mail"
	"regexp"
	"strings"
	"testing"

	gomail "github.com/wneessen/go-mail"
)

// tag matches every element of a letter. Our own attributes contain no >.
var tag = regexp.MustCompile(`<[^>]*>`)

// FuzzLetter checks that no text adds a header, a recipient or an element to a letter, in either of
// its forms.
func FuzzLetter(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add("0", "\xe200")
	f.Add("00", "0")
	f.Add("\xe2\"\"\x80\"", "0")
	f.Add("0\xb200 0000 000000000000000000", "0000000000\"00000\"")
	f.Add("•\u202e", "0")
	f.Add("çã0çã00çã00çã000\xc30", "0")
	for _, seed := range [][2]string{
		{"Proposta aceita", "Combine os próximos passos."}, {"Oi\r\nBcc: todos@exemplo.test", "\r\n.\r\nMAIL FROM:<x@y.z>"}, {"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`},
		{"=?utf-8?q?=0d=0aBcc:_x@y.z?=", "{{.Subject}}"}, {"\u2028\u202e", "javascript:alert(1)"}, {strings.Repeat("ção ", 300), "\x00\xff"}, {"", ""}, {"</title>", "<!--"},
	} {
		f.Add(seed[0], seed[1])
	}
	blank, err := Notice(News{To: "marina@exemplo.test", Kind: "message", Title: "x", Body: "x", URL: "https://exemplo.test", Link: "/x"})
	if err != nil {
		f.Fatal(err)
	}
	elements := len(tag.FindAllString(blank.HTML, -1))
	f.Fuzz(func(t *testing.T, title, body string) {
		letter, err := Notice(News{To: "marina@exemplo.test", Kind: "message", Title: title, Body: body, URL: "https://exemplo.test", Link: "/x"})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(tag.FindAllString(letter.HTML, -1)); got > elements || got < elements-2 {
			t.Fatalf("%q and %q make %d elements of %d:\n%s", title, body, got, elements, letter.HTML)
		}
		written, err := (&Sender{from: mail.Address{Name: productName, Address: "nao-responda@exemplo.test"}}).message(letter)
		if err != nil {
			t.Fatal(err)
		}
		checkMessage(t, written, title)
	})
}

func checkMessage(t *testing.T, written *gomail.Msg, title string) {
	t.Helper()
	var wire bytes.Buffer
	if _, err := written.WriteTo(&wire); err != nil {
		t.Fatal(err)
	}
	read, err := mail.ReadMessage(&wire)
	if err != nil {
		t.Fatal(err)
	}
	to, err := read.Header.AddressList("To")
	if err != nil || len(to) != 1 || to[0].Address != "marina@exemplo.test" {
		t.Fatalf("the letter goes to %v, %v", to, err)
	}
	for _, name := range []string{"Bcc", "Cc", "Reply-To", "Sender"} {
		if read.Header.Get(name) != "" {
			t.Fatalf("%q adds the header %s", title, name)
		}
	}
	decoded, err := new(mime.WordDecoder).DecodeHeader(read.Header.Get("Subject"))
	if err != nil || len(read.Header["Subject"]) > 1 {
		t.Fatalf("the subject is %q: %v", read.Header["Subject"], err)
	}
	if strings.ContainsAny(decoded, "\r\n") {
		t.Fatalf("the subject %q breaks its line", decoded)
	}
}
