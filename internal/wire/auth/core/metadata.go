package core

import (
	"encoding/json"
	"fmt"
)

// MetadataMax bounds user_metadata, in bytes, since every token contains it.
const MetadataMax = 4 << 10

// EncodeMetadata encodes user_metadata, and refuses what is larger than MetadataMax.
func EncodeMetadata(metadata map[string]any) (json.RawMessage, error) {
	if metadata == nil {
		return json.RawMessage("{}"), nil
	}
	raw, err := json.Marshal(metadata)
	if err != nil {
		return nil, fmt.Errorf("encode metadata: %w", err)
	}
	if len(raw) > MetadataMax {
		return nil, Invalid("User metadata is larger than %d bytes", MetadataMax)
	}
	return raw, nil
}
