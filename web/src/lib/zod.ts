// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- the one place
import * as z from 'zod/mini'

// Whether code may be compiled is tried out otherwise, and the Content-Security-Policy reports that.
z.config({ jitless: true })

export { z }
