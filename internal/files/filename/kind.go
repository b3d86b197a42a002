// Package filename owns which names a file of some kind may have where people read
// them. What the signs of a name may be is package humantext's.
package filename

import (
	"net/http"

	"automacao/internal/files/filekind"
	"automacao/internal/kernel/fault"
)

// ErrKind refuses a name that says another kind of file than was stored.
var ErrKind = fault.New(http.StatusUnprocessableEntity, "file_name_other_kind", "O nome diz que o arquivo é de outro tipo, ou tem duas extensões. Use um nome com a extensão do próprio arquivo.")

// Agrees refuses a name whose extension is not one of the media type that a file was
// stored with, or by which it would run as a program.
func Agrees(name, mediaType string) error {
	if err := filekind.CheckName(name, mediaType); err != nil {
		return ErrKind.Because(err)
	}
	return nil
}
