// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- the one place
import { z } from 'zod'

// Whether code may be compiled is tried out otherwise, and the Content-Security-Policy reports that.
z.config({ jitless: true })

export { z }
