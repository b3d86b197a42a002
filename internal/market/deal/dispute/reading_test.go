package dispute_test

import (
	"testing"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/markettest"
)

// TestAdministratorsReadWhatIsInDispute checks what an administrator can read of a contract before
// and after a dispute is opened.
func TestAdministratorsReadWhatIsInDispute(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	s.Exec(`INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('deals', $1, $2, gen_random_uuid(), 1, '{}')`, s.contract.String()+"/video.png", s.marina)
	reads := func(want string) {
		t.Helper()
		for name, query := range map[string]string{
			"history": `SELECT (count(*) > 0)::text FROM public.contract_events WHERE contract_id = $1`,
			"words":   `SELECT (count(*) > 0)::text FROM public.contract_acceptances WHERE contract_id = $1`,
			"files":   `SELECT (count(*) > 0)::text FROM storage.objects WHERE private.contract_of_file(bucket_id, name) = $1`,
		} {
			if got := s.Seen(s.celia, query, s.contract) + " " + s.Seen(s.serra, query, s.contract); got != want {
				t.Errorf("%s: administrator and company read %s, want %s", name, got, want)
			}
		}
	}
	reads("false true")
	document := contract.Reference{ContractID: s.contract}
	if _, err := call(s, s.celia, contract.ReadDocument, document); markettest.Code(err) != "contract_not_found" {
		t.Errorf("the document without a dispute: %v", err)
	}
	s.open(0, 0)
	reads("true true")
	if _, err := call(s, s.celia, contract.ReadDocument, document); err != nil {
		t.Errorf("the document in dispute: %v", err)
	}
}
