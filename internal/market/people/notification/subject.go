package notification

import (
	"fmt"

	"github.com/google/uuid"

	"automacao/internal/kernel/route"
)

// What a notification is about, from its reader's side: "project" is one of their own party,
// "public_project" another's. The web's routes.json says where each is read.
const (
	AboutAccount       = "account"
	AboutBackup        = "backup"       // as administrators see it
	AboutCompany       = "company"      // the party: its public page
	AboutContract      = "contract"     // one of the reader's two sides
	AboutConversation  = "conversation" // the other person
	AboutCorrection    = "correction"   // as administrators see it
	AboutDispute       = "dispute"
	AboutFinance       = "finance" // the money of the reader's party
	AboutLedger        = "ledger"  // as administrators see it
	AboutOrganisation  = "organisation"
	AboutOwnerRemoval  = "owner_removal" // as administrators see it
	AboutOwnReport     = "own_report"
	AboutProject       = "project"  // the project: what was proposed to it
	AboutProposal      = "proposal" // one of the reader's own
	AboutPublicProject = "public_project"
	AboutReport        = "report" // as administrators see it
	AboutReviews       = "reviews"
	AboutWithheldProof = "withheld_proof" // as administrators see it
)

// Path returns the address inside the product where a subject is read.
func Path(subjectKind string, subjectID uuid.UUID) (string, error) {
	page, hasKey, known := route.Notice(subjectKind)
	switch {
	case !known:
		return "", fmt.Errorf("a notice about %q has no address", subjectKind)
	case !hasKey:
		return page, nil
	case subjectID == uuid.Nil:
		return "", fmt.Errorf("a notice about %q needs a key", subjectKind)
	}
	return route.To(page, subjectID.String()), nil
}
