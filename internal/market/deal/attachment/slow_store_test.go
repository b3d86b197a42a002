package attachment_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/attachment"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/markettest"
)

func TestASlowStoreDoesNotHoldTheDealsLocks(t *testing.T) {
	t.Parallel()
	s := setup(t)
	reading, answer, attached := make(chan struct{}), make(chan struct{}), make(chan string)
	slow := func(ctx context.Context, version uuid.UUID) (io.ReadCloser, error) {
		close(reading)
		<-answer
		return s.open(ctx, version)
	}
	path := s.upload(s.marina, "manual.pdf", "abc")
	go func() {
		_, code := s.attachFrom(slow, s.marina, s.delivery(path))
		attached <- code
	}()
	<-reading
	// NOWAIT fails at once where another step of the deal would wait.
	s.Exec(`SELECT FROM public.projects p JOIN public.contracts c ON c.project_id = p.id JOIN public.milestones m ON m.contract_id = c.id
		WHERE c.id = $1 FOR UPDATE NOWAIT`, s.contract)
	if _, code := s.attach(s.serra, attachment.File{Purpose: "evidence", Path: s.upload(s.serra, "foto.pdf", "a")}); code != "" {
		t.Errorf("another step of the same deal: %q", code)
	}
	close(answer)
	if code := <-attached; code != "" {
		t.Errorf("the file of the slow store: %q", code)
	}
}

func TestWhatChangesWhileTheStoreIsReadIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(s scene, path string)
		want   string
	}{
		"the file is replaced": {func(s scene, path string) {
			s.Exec(`UPDATE storage.objects SET version = gen_random_uuid() WHERE bucket_id = 'deals' AND name = $1`, path)
		}, "file_unknown"},
		"the file is deleted": {func(s scene, path string) {
			s.Exec(`DELETE FROM storage.objects WHERE bucket_id = 'deals' AND name = $1`, path)
		}, "file_unknown"},
		"the contract ends": {func(s scene, _ string) {
			if _, err := markettest.Call(s.Stage, s.serra, contract.Withdraw, contract.Ending{ContractID: s.contract, Reason: "Verba suspensa"}); err != nil {
				s.t.Error(err)
			}
		}, "contract_not_running"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			path := s.upload(s.marina, "manual.pdf", "abc")
			changing := func(ctx context.Context, version uuid.UUID) (io.ReadCloser, error) {
				c.change(s, path)
				if name == "the file is deleted" {
					return nil, errors.New("no such version")
				}
				return s.open(ctx, version)
			}
			if _, code := s.attachFrom(changing, s.marina, s.delivery(path)); code != c.want {
				t.Errorf("got %q, want %q", code, c.want)
			}
			if got := s.Text(`SELECT count(*)::text FROM public.deal_files`); got != "0" {
				t.Errorf("%s files were attached", got)
			}
		})
	}
}

func TestAnAttachedFileIsNotReadAgain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	file := s.delivery(s.upload(s.marina, "manual.pdf", "abc"))
	if _, code := s.attach(s.marina, file); code != "" {
		t.Fatal(code)
	}
	unasked := func(context.Context, uuid.UUID) (io.ReadCloser, error) {
		t.Error("the store was read")
		return nil, errors.ErrUnsupported
	}
	if _, code := s.attachFrom(unasked, s.marina, file); code != "file_attached" {
		t.Errorf("got %q", code)
	}
}

func TestNoByteIsReadForACallerWithoutTheRight(t *testing.T) {
	t.Parallel()
	s := setup(t)
	unread := func(context.Context, uuid.UUID) (io.ReadCloser, error) {
		t.Error("the store was read")
		return nil, io.ErrUnexpectedEOF
	}
	for name, c := range map[string]struct {
		who  uuid.UUID
		path string
		want string
	}{
		"the other side":        {s.serra, s.upload(s.serra, "a.pdf", "a"), "not_your_step"},
		"a stranger":            {s.rafael, s.upload(s.rafael, "a.pdf", "a"), "contract_not_found"},
		"another person's file": {s.marina, s.upload(s.serra, "a.pdf", "a"), "file_unknown"},
		"a name of other kind":  {s.marina, s.upload(s.marina, "a.exe", "a"), "file_name_other_kind"},
	} {
		if _, code := s.attachFrom(unread, c.who, s.delivery(c.path)); code != c.want {
			t.Errorf("%s: got %q, want %q", name, code, c.want)
		}
	}
}
