/** What draws nothing, or turns what follows: `foto\u202egnp.exe` reads as a picture's name. */
const UNSEEN =
  // The same set that the server takes out.
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** What a file is called where its name is drawn, and under which it is sent. */
export function plainFileName(name: string): string {
  return name.replace(UNSEEN, '').trim()
}

/** A chosen file under a name that reads as it is; the same file where it does already. */
export function withPlainName(file: File): File {
  const name = plainFileName(file.name)
  return name === file.name ? file : new File([file], name === '' ? 'arquivo' : name, { type: file.type })
}
