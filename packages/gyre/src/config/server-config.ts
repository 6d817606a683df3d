/** What the config file says of the server. Flags of `gyre serve` win over it. */
import { z } from 'zod'

/** What is left out is as `gyre serve --help` says. */
export type ServerConfig = {
  /** The address to listen on; one that others can reach needs a key. */
  readonly host?: string | undefined
  readonly port?: number | undefined
  /** Other names the server is reached by, such as that of a proxy: `gyre.example.com`. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Pages elsewhere that may call it with a key: `https://chat.example.com`. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** The largest body of a request; 4 MiB when left out. */
  readonly bodyLimitBytes?: number | undefined
  /** What becomes of a session whose client goes away before its end. */
  readonly onDisconnect?: 'abort' | 'detach' | undefined
  /** Requests of one key in a minute; 600 when left out. */
  readonly requestsPerMinute?: number | undefined
  /** Streams that one key may have open; 256 when left out. */
  readonly streamsPerKey?: number | undefined
}

const highestPort = 65_535
const count = z.int().min(1)

/** As the `Host` of a request writes it: anything else would never be the same. */
const hostName = z
  .string()
  .regex(
    /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i,
    'a host is a name with an optional port, like gyre.example.com or gyre.example.com:8443',
  )

export const serverSchema = z.strictObject({
  host: z.string().min(1).optional(),
  port: z.int().min(0).max(highestPort).optional(),
  allowedHosts: z.array(hostName).optional(),
  allowedOrigins: z
    .array(z.string().regex(/^https?:\/\/[^/\s]+$/, 'an origin is like https://chat.example.com'))
    .optional(),
  bodyLimitBytes: count.optional(),
  onDisconnect: z.enum(['abort', 'detach']).optional(),
  requestsPerMinute: count.optional(),
  streamsPerKey: count.optional(),
})
