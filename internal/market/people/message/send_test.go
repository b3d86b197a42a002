package message_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/message"
)

// scene is Marina and Serra Azul, who write to each other, and Rafael.
type scene struct {
	*markettest.Stage
	marina, serra, rafael uuid.UUID
}

func setup(t *testing.T) scene {
	t.Helper()
	s := markettest.Open(t)
	return scene{s, s.Member("professional", "Marina Alves"), s.Member("company", "Serra Azul"), s.Member("professional", "Rafael Nunes")}
}

func (s scene) write(who uuid.UUID, out message.Outgoing) (message.Sent, string) {
	if out.ClientID == uuid.Nil {
		out.ClientID = uuid.New()
	}
	sent, err := markettest.Call(s.Stage, who, message.Send, out)
	return sent, markettest.Code(err)
}

// store stores a file as an upload does.
func (s scene) store(owner uuid.UUID, name string) string {
	path := owner.String() + "/" + name
	s.Exec(`INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('messages', $1, $2, gen_random_uuid(), 42, '{"mimetype": "application/pdf"}')`, path, owner)
	return path
}

func TestAMessageIsStoredOnceUnderItsKey(t *testing.T) {
	t.Parallel()
	s := setup(t)
	out := message.Outgoing{ClientID: uuid.New(), FromID: s.marina, ToID: s.serra, Content: " Bom dia \n"}
	var at sync.WaitGroup
	ids := make([]uuid.UUID, 4)
	for i := range ids {
		at.Go(func() {
			sent, code := s.write(s.marina, out)
			if ids[i] = sent.ID; code != "" {
				t.Errorf("refused: %s", code)
			}
		})
	}
	at.Wait()
	for _, id := range ids {
		if id != ids[0] || id == uuid.Nil {
			t.Errorf("answered %v", ids)
		}
	}
	if got := s.Text(`SELECT string_agg(content, '; ') FROM public.messages`); got != "Bom dia" {
		t.Errorf("stored is %q", got)
	}
	if got := s.Text(news, s.serra); got != "Nova mensagem de Marina Alves (1): Bom dia" {
		t.Errorf("told is %q", got)
	}
	out.Content = "Outra coisa"
	if _, code := s.write(s.marina, out); code != "message_key_used" {
		t.Errorf("another text under the key: %q", code)
	}
	out.FromID = s.rafael
	if _, code := s.write(s.rafael, out); code != "" {
		t.Errorf("the key of somebody else is refused: %q", code)
	}
}

// A message that differs in anything from the one stored under its key is refused, not answered as
// stored.
func TestAKeyIsOfOneMessage(t *testing.T) {
	t.Parallel()
	s := setup(t)
	asked, _ := s.write(s.serra, message.Outgoing{ToID: s.marina, Content: "Quando começa?"})
	file := message.File{Path: s.store(s.marina, "a.pdf"), Name: "a.pdf"}
	out := message.Outgoing{ClientID: uuid.New(), ToID: s.serra, Content: "Segunda", QuotesID: asked.ID, Files: []message.File{file}}
	first, code := s.write(s.marina, out)
	if code != "" {
		t.Fatal(code)
	}
	if again, code := s.write(s.marina, out); code != "" || again != first {
		t.Errorf("again: %q, %v", code, again)
	}
	renamed, other := file, message.File{Path: s.store(s.marina, "b.pdf"), Name: "a.pdf"}
	renamed.Name = "b.pdf"
	for name, change := range map[string]func(*message.Outgoing){
		"another text":    func(m *message.Outgoing) { m.Content = "Terça" },
		"another reader":  func(m *message.Outgoing) { m.ToID = s.rafael },
		"another party":   func(m *message.Outgoing) { m.PartyID = s.marina },
		"no quote":        func(m *message.Outgoing) { m.QuotesID = uuid.Nil },
		"no file":         func(m *message.Outgoing) { m.Files = nil },
		"another file":    func(m *message.Outgoing) { m.Files = []message.File{other} },
		"another name":    func(m *message.Outgoing) { m.Files = []message.File{renamed} },
		"one file more":   func(m *message.Outgoing) { m.Files = []message.File{file, other} },
		"the file, twice": func(m *message.Outgoing) { m.Files = []message.File{file, file} },
	} {
		changed := out
		change(&changed)
		if _, code := s.write(s.marina, changed); code != "message_key_used" {
			t.Errorf("%s under the key: %q", name, code)
		}
	}
	if got := s.Text(`SELECT count(*) || ' ' || sum(files_count) FROM public.messages WHERE from_id = $1`, s.marina); got != "1 1" {
		t.Errorf("stored are %s", got)
	}
}

func TestAFileIsCalledWhatIsDrawn(t *testing.T) {
	t.Parallel()
	s := setup(t)
	send := func(name string) string {
		_, code := s.write(s.marina, message.Outgoing{ToID: s.serra, Files: []message.File{{Path: s.store(s.marina, uuid.NewString()), Name: name}}})
		return code
	}
	if code := send("foto\u202egnp.pdf\r\n"); code != "" {
		t.Error(code)
	}
	if code := send("\u202e\u200b"); code != "message_file_name_wrong" {
		t.Errorf("nothing to read: %q", code)
	}
	if got := s.Text(`SELECT string_agg(name, '; ') FROM public.message_files`); got != "fotognp.pdf" {
		t.Errorf("called %+q", got)
	}
}

func TestAMessageThatMayNotBe(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, s.rafael)
	many := make([]message.File, 11)
	for name, c := range map[string]struct {
		who  uuid.UUID
		out  message.Outgoing
		code string
	}{
		"empty":               {s.marina, message.Outgoing{ToID: s.serra, Content: " \n"}, "message_empty"},
		"too long":            {s.marina, message.Outgoing{ToID: s.serra, Content: strings.Repeat("é", 5001)}, "message_too_long"},
		"to herself":          {s.marina, message.Outgoing{ToID: s.marina, Content: "Oi"}, "message_unreachable"},
		"to the blocked":      {s.marina, message.Outgoing{ToID: s.rafael, Content: "Oi"}, "message_unreachable"},
		"to nobody":           {s.marina, message.Outgoing{ToID: uuid.New(), Content: "Oi"}, "message_unreachable"},
		"of the blocked":      {s.rafael, message.Outgoing{ToID: s.serra, Content: "Oi"}, "message_unreachable"},
		"written by another":  {s.marina, message.Outgoing{FromID: s.serra, ToID: s.serra, Content: "Oi"}, "message_of_another"},
		"for another's party": {s.marina, message.Outgoing{ToID: s.serra, Content: "Oi", PartyID: s.serra}, "right_missing"},
		"too many files":      {s.marina, message.Outgoing{ToID: s.serra, Files: many}, "too_many_message_files"},
		"a file without name": {s.marina, message.Outgoing{ToID: s.serra, Files: []message.File{{Path: "x"}}}, "message_file_name_wrong"},
	} {
		if _, code := s.write(c.who, c.out); code != c.code {
			t.Errorf("%s: %q", name, code)
		}
	}
}

func TestAnAnswerQuotesItsOwnConversationOnly(t *testing.T) {
	t.Parallel()
	s := setup(t)
	asked, _ := s.write(s.serra, message.Outgoing{ToID: s.marina, Content: "Quando começa?"})
	if _, code := s.write(s.marina, message.Outgoing{ToID: s.serra, Content: "Segunda", QuotesID: asked.ID}); code != "" {
		t.Errorf("an answer: %q", code)
	}
	if got := s.Seen(s.serra, `SELECT q.content FROM public.messages m JOIN public.messages q ON q.id = m.quotes_id`); got != "Quando começa?" {
		t.Errorf("Serra sees %q quoted", got)
	}
	hidden := s.ID(`INSERT INTO public.messages (from_id, to_id, content, automatic, sender_visible) VALUES ($1, $2, 'Nova proposta', true, false) RETURNING id`, s.marina, s.serra)
	for name, quoted := range map[string]uuid.UUID{"elsewhere": asked.ID, "nowhere": uuid.New()} {
		if _, code := s.write(s.rafael, message.Outgoing{ToID: s.marina, Content: "Eu também", QuotesID: quoted}); code != "quote_unknown" {
			t.Errorf("%s: %q", name, code)
		}
	}
	if _, code := s.write(s.serra, message.Outgoing{ToID: s.marina, Content: "De quem é?", QuotesID: hidden}); code != "quote_unknown" {
		t.Errorf("a message that its sender does not see: %q", code)
	}
}

func TestFilesGoWithAMessage(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path := s.store(s.marina, "lista.pdf")
	out := message.Outgoing{ClientID: uuid.New(), ToID: s.serra, Files: []message.File{{Path: path, Name: "Lista de I/O.pdf"}}}
	for range 2 {
		if _, code := s.write(s.marina, out); code != "" {
			t.Errorf("refused: %s", code)
		}
	}
	const listed = `SELECT string_agg(name || ' ' || media_type || ' ' || bytes, '; ') FROM public.message_files`
	const stored = `SELECT count(*)::text FROM storage.objects WHERE bucket_id = 'messages'`
	for name, c := range map[string]struct {
		who            uuid.UUID
		files, objects string
	}{"the sender": {s.marina, "Lista de I/O.pdf application/pdf 42", "1"}, "the reader": {s.serra, "Lista de I/O.pdf application/pdf 42", "1"}, "somebody else": {s.rafael, "", "0"}} {
		if files, objects := s.Seen(c.who, `SELECT coalesce((`+listed+`), '')`), s.Seen(c.who, stored); files != c.files || objects != c.objects {
			t.Errorf("%s sees %q, %s objects", name, files, objects)
		}
	}
	if got := s.Text(news, s.serra); got != "Nova mensagem de Marina Alves (1): Enviou um arquivo." {
		t.Errorf("told is %q", got)
	}
	if got := s.Text(`SELECT string_agg(last_content || last_files_count, '; ') FROM public.conversations`); got != "1; 1" {
		t.Errorf("the conversations end with %q", got)
	}
	for name, f := range map[string]string{"sent already": path, "another's": s.store(s.serra, "a.pdf"), "never stored": s.marina.String() + "/nada.pdf"} {
		if _, code := s.write(s.marina, message.Outgoing{ToID: s.serra, Content: "Segue", Files: []message.File{{Path: f, Name: "a.pdf"}}}); code != "message_file_unknown" {
			t.Errorf("%s: %q", name, code)
		}
	}
	if got := s.Text(`SELECT count(*)::text FROM public.messages`); got != "1" {
		t.Errorf("%s messages are stored", got)
	}
}

func TestAnUnsentFileGoes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	sent := s.store(s.marina, "enviado.pdf")
	s.store(s.marina, "esquecido.pdf")
	if _, code := s.write(s.marina, message.Outgoing{ToID: s.serra, Content: "Segue", Files: []message.File{{Path: sent, Name: "a.pdf"}}}); code != "" {
		t.Fatal(code)
	}
	s.Exec(`UPDATE storage.objects SET updated_at = now() - interval '25 hours'`)
	s.store(s.marina, "novo.pdf")
	s.Exec(`SELECT private.forget_unsent_files('1 day')`)
	if got := s.Text(`SELECT string_agg(split_part(name, '/', 2), ' ' ORDER BY name) FROM storage.objects`); got != "enviado.pdf novo.pdf" {
		t.Errorf("left is %s", got)
	}
}

func TestWordsAreFoundInOwnConversations(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, said := range []struct {
		from, to uuid.UUID
		content  string
	}{
		{s.serra, s.marina, "A válvula é em JUNDIAÍ, na linha 2"}, {s.marina, s.serra, "Vou a Jundiaí amanhã"},
		{s.rafael, s.serra, "A válvula de Jundiaí é minha"}, {s.marina, s.serra, "50%"},
	} {
		if _, code := s.write(said.from, message.Outgoing{ToID: said.to, Content: said.content}); code != "" {
			t.Fatal(code)
		}
	}
	for words, want := range map[string]string{
		"jundiai":         "Vou a Jundiaí amanhã; A válvula é em JUNDIAÍ, na linha 2",
		"Válvula jundiai": "A válvula é em JUNDIAÍ, na linha 2",
		"%":               "50%", "minha": "", "  ": "",
	} {
		if got := s.Seen(s.marina, `SELECT coalesce(string_agg(excerpt, '; '), '') FROM public.search_messages($1)`, words); got != want {
			t.Errorf("%q finds %q", words, got)
		}
	}
}

func TestWordsAreFoundInOneConversation(t *testing.T) {
	t.Parallel()
	s := setup(t)
	file := message.File{Path: s.store(s.marina, "a.pdf"), Name: "Válvulas da linha 2.pdf"}
	for _, said := range []struct {
		from, to uuid.UUID
		content  string
		files    []message.File
	}{
		{s.serra, s.marina, "A válvula é em JUNDIAÍ", nil}, {s.marina, s.serra, "Segue", []message.File{file}},
		{s.marina, s.serra, "Vou a Jundiaí amanhã", nil}, {s.rafael, s.marina, "Válvula de Jundiaí", nil}, {s.rafael, s.serra, "Válvula minha", nil},
	} {
		if _, code := s.write(said.from, message.Outgoing{ToID: said.to, Content: said.content, Files: said.files}); code != "" {
			t.Fatal(code)
		}
	}
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content, automatic, sender_visible) VALUES ($1, $2, 'Válvula oculta', true, false)`, s.marina, s.serra)
	const found = `SELECT coalesce(string_agg(m.content, '; ' ORDER BY at), '') FROM public.search_conversation($1, $2) WITH ORDINALITY AS f (message_id, said_at, at)
		JOIN public.messages m ON m.id = f.message_id`
	for _, c := range []struct {
		who, partner uuid.UUID
		words, want  string
	}{
		{s.marina, s.serra, "jundiai", "Vou a Jundiaí amanhã; A válvula é em JUNDIAÍ"},
		{s.serra, s.marina, "VALVULA", "Válvula oculta; Segue; A válvula é em JUNDIAÍ"},
		{s.marina, s.serra, "valvula", "Segue; A válvula é em JUNDIAÍ"},
		{s.marina, s.serra, "valvula jundiai", "A válvula é em JUNDIAÍ"},
		{s.marina, s.serra, "%", ""}, {s.marina, s.serra, "  ", ""}, {s.marina, uuid.New(), "a", ""}, {s.marina, s.marina, "a", ""},
		{s.rafael, s.marina, "jundiai", "Válvula de Jundiaí"},
	} {
		if got := s.Seen(c.who, found, c.partner, c.words); got != c.want {
			t.Errorf("%q finds %q, want %q", c.words, got, c.want)
		}
	}
}

func TestASearchOfAConversationIsBounded(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content, timestamp) SELECT $1, $2, 'Relé ' || n, now() - n * interval '1 minute' FROM generate_series(1, 250) AS n`, s.marina, s.serra)
	const found = `SELECT count(*) || ' ' || (array_agg(m.content ORDER BY at))[1] FROM public.search_conversation($1, 'rele') WITH ORDINALITY AS f (message_id, said_at, at)
		JOIN public.messages m ON m.id = f.message_id`
	if got := s.Seen(s.serra, found, s.marina); got != "200 Relé 1" {
		t.Errorf("found are %s", got)
	}
}

func TestANameSaysWhatItsFileIs(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path := s.store(s.marina, "a.pdf")
	for _, name := range []string{"Laudo.pdf.exe", "Laudo.png"} {
		if _, code := s.write(s.marina, message.Outgoing{ToID: s.serra, Files: []message.File{{Path: path, Name: name}}}); code != "file_name_other_kind" {
			t.Errorf("%s: %q", name, code)
		}
	}
	if _, code := s.write(s.marina, message.Outgoing{ToID: s.serra, Files: []message.File{{Path: path, Name: "Laudo.pdf"}}}); code != "" {
		t.Errorf("its own: %q", code)
	}
}
