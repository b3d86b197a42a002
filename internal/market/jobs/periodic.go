package jobs

import (
	"time"

	"github.com/riverqueue/river"

	"automacao/internal/market"
	"automacao/internal/notify/queue"
)

// The schedule of the periodic jobs.
const (
	countsEvery  = time.Minute
	newsEvery    = 30 * time.Second
	reviewsEvery = 5 * time.Minute
	backupsEvery = 5 * time.Minute
	// The same interval as that of archiving WAL.
	suppressionsEvery = 40 * time.Second
	houseEvery        = time.Hour
	digestsDay        = time.Monday
	digestsHour       = 8
	ledgerHour        = 3
)

// mondays fires on Monday mornings, in the product's time zone.
type mondays struct{}

// Next returns the first Monday, 8 o'clock, after current.
func (mondays) Next(current time.Time) time.Time {
	local := current.In(market.Zone)
	next := time.Date(local.Year(), local.Month(), local.Day(), digestsHour, 0, 0, 0, market.Zone)
	for next.Weekday() != digestsDay || !next.After(current) {
		next = next.AddDate(0, 0, 1)
	}
	return next
}

// nights fires every night, in the product's time zone.
type nights struct{}

// Next returns the first 3 a.m. after current.
func (nights) Next(current time.Time) time.Time {
	local := current.In(market.Zone)
	next := time.Date(local.Year(), local.Month(), local.Day(), ledgerHour, 0, 0, 0, market.Zone)
	if !next.After(current) {
		next = next.AddDate(0, 0, 1)
	}
	return next
}

func periodic(cfg Config) []*river.PeriodicJob {
	all := []*river.PeriodicJob{
		queue.Every(countsEvery, foldCountsArgs{}), queue.Every(reviewsEvery, publishReviewsArgs{}), queue.Every(houseEvery, tendContractsArgs{}), queue.Every(houseEvery, purgeArgs{}), queue.Every(houseEvery, keepDocumentsArgs{}), queue.Every(houseEvery, sweepFilesArgs{}),
		river.NewPeriodicJob(nights{}, func() (river.JobArgs, *river.InsertOpts) { return verifyLedgerArgs{}, nil }, nil),
	}
	if cfg.BackUp != nil {
		all = append(all, queue.Every(backupsEvery, backUpArgs{}))
	}
	if cfg.KeepSuppressions != nil {
		all = append(all, queue.Every(suppressionsEvery, keepSuppressionsArgs{}))
	}
	if cfg.Sender != nil {
		all = append(all, queue.Every(newsEvery, mailNewsArgs{}),
			river.NewPeriodicJob(mondays{}, func() (river.JobArgs, *river.InsertOpts) { return writeDigestsArgs{}, nil }, nil))
	}
	return all
}
