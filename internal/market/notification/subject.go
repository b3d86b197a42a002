package notification

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/google/uuid"

	"automacao/web"
)

// What news are about, from their reader's side: "project" is one of his own
// party, "public_project" another's. Each has its address in the web's
// notice-routes.json; those that need a key say so below.
const (
	AboutAccount       = "account"
	AboutCompany       = "company"      // the party: its public page
	AboutConversation  = "conversation" // the other person
	AboutOrganisation  = "organisation"
	AboutOwnReport     = "own_report"
	AboutProject       = "project"  // the project: what was proposed to it, and its contract
	AboutProposal      = "proposal" // one of the reader's own, and its contract
	AboutPublicProject = "public_project"
	AboutReport        = "report" // as administrators see it
	AboutReviews       = "reviews"
)

const keyHole = "{id}"

var routes = sync.OnceValues(func() (found map[string]string, err error) {
	err = json.Unmarshal(web.NoticeRoutes(), &found)
	return found, err
})

// Path is the address, inside the product, where a subject is read.
func Path(subjectKind string, subjectID uuid.UUID) (string, error) {
	known, err := routes()
	if err != nil {
		return "", fmt.Errorf("read addresses of notices: %w", err)
	}
	route, ok := known[subjectKind]
	switch {
	case !ok:
		return "", fmt.Errorf("a notice about %q has no address", subjectKind)
	case strings.Contains(route, keyHole) && subjectID == uuid.Nil:
		return "", fmt.Errorf("a notice about %q needs a key", subjectKind)
	}
	return strings.ReplaceAll(route, keyHole, subjectID.String()), nil
}
