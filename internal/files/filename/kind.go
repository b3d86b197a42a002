// Package filename owns which names a file of a given kind may have where people read them. Which
// characters a name may contain is up to package humantext.
package filename

import (
	"net/http"

	"automacao/internal/files/filekind"
	"automacao/internal/kernel/fault"
)

// ErrKind refuses a name that claims another kind of file than was stored.
var ErrKind = fault.New(http.StatusUnprocessableEntity, "file_name_other_kind", "O nome diz que o arquivo é de outro tipo, ou tem duas extensões. Use um nome com a extensão do próprio arquivo.")

// Agrees returns ErrKind if the name's extension does not belong to the media type that the file
// was stored with, or would make it run as a program.
func Agrees(name, mediaType string) error {
	if err := filekind.CheckName(name, mediaType); err != nil {
		return ErrKind.Because(err)
	}
	return nil
}
