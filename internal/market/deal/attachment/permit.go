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

// rule says whose a purpose is: one side's with a right, or either's.
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

// permit locks the contract for a file that the caller may attach. What goes
// with a delivery or an item comes before that is over; papers about money and
// evidence come afterwards, too.
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

// permitItem is for what shows the result of an item: it makes the next version
// of its list, and nothing is added to what both signed.
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

// allows refuses whoever does not speak for the side that a rule names, and
// for it alone.
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
