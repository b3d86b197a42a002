package auth

import (
	"net/http"

	"automacao/internal/kernel/fault"
)

var (
	errFeatureOff = fault.New(http.StatusNotFound, "feature_disabled", "This feature is disabled")
	errNoPath     = fault.New(http.StatusNotFound, "not_found", "There is nothing at this path")
)
