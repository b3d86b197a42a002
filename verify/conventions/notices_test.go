package conventions

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"testing"
)

// freely lists the files that notify people of something that is no step of a noun, each with what
// it is. Everybody else is told through the tables of package transition, which name the readers.
var freely = map[string]string{
	"internal/market/deal/question/question.go":           "questions and their answers",
	"internal/market/jobs/keep_copies.go":                 "a failed backup",
	"internal/market/money/ledger/verify.go":              "a ledger that does not add up",
	"internal/market/money/payment/payment.go":            "differences from the institution",
	"internal/market/money/payment/payouts.go":            "payouts, whose state is the institution's",
	"internal/market/money/payment/receiver.go":           "receiving accounts, whose state is the institution's",
	"internal/market/money/payment/retire.go":             "receiving accounts under an earlier number",
	"internal/market/people/message/message.go":           "messages",
	"internal/market/people/organisation/organisation.go": "members who come and go",
	"internal/market/people/review/review.go":             "reviews",
	"internal/market/transition/notice.go":                "the steps themselves",
}

var notifies = regexp.MustCompile(`notification\.Tell[A-Za-z]*\(`)

// TestStepsAreToldFromTheirTables checks that nobody notifies people of a step past its table.
func TestStepsAreToldFromTheirTables(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for _, file := range sources(t) {
		if file.isTest || !within(file.folder, "internal/market") || file.folder == "internal/market/people/notification" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", file.path))
		if err != nil {
			t.Fatal(err)
		}
		if !notifies.Match(text) {
			continue
		}
		found[file.path] = true
		if freely[file.path] == "" {
			t.Errorf("%s notifies people by itself: declare whom its step tells in internal/market/transition, and call Tell there", path.Base(file.path))
		}
	}
	for name := range freely {
		if !found[name] {
			t.Errorf("%s notifies nobody any more", name)
		}
	}
}
