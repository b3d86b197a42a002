package attachment

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
	"automacao/internal/market/deal/checklist"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// rule says which side may attach files of a purpose, and with which right. party.Neither means
// either side.
type rule struct {
	side  party.Side
	right string
}

var purposes = map[string]rule{
	"delivery":  {party.Professional, party.Fulfil},
	"invoice":   {party.Professional, party.Pay},
	"receipt":   {party.Company, party.Pay},
	"evidence":  {party.Neither, party.Fulfil},
	"checklist": {party.Neither, party.Fulfil},
}

// permit locks the contract if the caller may attach the file. Files of a delivery or of a
// checklist item must come before the milestone or the list is over. Invoices, receipts and
// evidence may come later too.
func permit(ctx context.Context, tx pgx.Tx, f *File) (deal.Contract, error) {
	if f.Purpose == "checklist" {
		return permitItem(ctx, tx, f)
	}
	c, err := deal.LockContract(ctx, tx, f.ContractID)
	if err != nil {
		return deal.Contract{}, err
	}
	if err := allows(ctx, tx, c, purposes[f.Purpose]); err != nil {
		return deal.Contract{}, err
	}
	if f.MilestoneID == uuid.Nil {
		return c, nil
	}
	m := c.Milestone(f.MilestoneID)
	switch {
	case m == nil:
		return deal.Contract{}, deal.ErrMilestoneNotFound
	case f.Purpose == "delivery" && !c.IsRunning():
		return deal.Contract{}, transition.ErrNotRunning
	case f.Purpose == "delivery" && !m.IsOpen():
		return deal.Contract{}, ErrOver
	}
	return c, nil
}

// permitItem permits a file that shows the result of a checklist item. It makes the next version of
// the list, and refuses a list that both sides signed.
func permitItem(ctx context.Context, tx pgx.Tx, f *File) (deal.Contract, error) {
	list, err := checklist.LockItem(ctx, tx, f.ChecklistItemID)
	if err != nil {
		return deal.Contract{}, err
	}
	c := list.Contract()
	switch {
	case c.ID != f.ContractID || f.MilestoneID != uuid.Nil && f.MilestoneID != list.MilestoneID():
		return deal.Contract{}, ErrPlace
	case list.IsSigned():
		return deal.Contract{}, transition.ErrChecklistSigned
	}
	f.MilestoneID = list.MilestoneID()
	return c, list.Touch(ctx, tx)
}

// allows refuses a caller who does not act for the side that the rule names, or who belongs to both
// sides.
func allows(ctx context.Context, tx pgx.Tx, c deal.Contract, wanted rule) error {
	belongs, err := party.SideOf(ctx, tx, c.CompanyID, c.ProfessionalID, party.Read)
	if err != nil {
		return err
	}
	side, err := party.SideOf(ctx, tx, c.CompanyID, c.ProfessionalID, wanted.right)
	switch {
	case err != nil:
		return err
	case belongs == party.Neither:
		return deal.ErrContractNotFound
	case belongs == party.Both:
		return deal.ErrBothSides
	case side == party.Neither:
		return party.ErrRight
	case wanted.side != party.Neither && side != wanted.side:
		return transition.ErrNotYourStep
	}
	return nil
}
