/** What the API answered when it refused, as an error. */

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The contract: it never changes its meaning. */
  readonly code: string
  /** What to do about it. */
  readonly fix: string
  readonly details: Readonly<Record<string, unknown>>
  /** How long to wait before another try, where the answer tells. */
  readonly retryAfterMs: number | null

  constructor(status: number, body: ErrorBody, retryAfterMs: number | null = null) {
    super(body.message)
    this.status = status
    this.code = body.code
    this.fix = body.fix
    this.details = body.details ?? {}
    this.retryAfterMs = retryAfterMs
  }
}

type ErrorBody = {
  readonly code: string
  readonly message: string
  readonly fix: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** The error of an answer. One that a proxy made in the API's place has no code of ours. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isFinite(retryAfter) ? retryAfter * 1000 : null
  return new ApiError(response.status, errorIn(text) ?? foreign(response, text), retryAfterMs)
}

function errorIn(text: string): ErrorBody | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: ErrorBody }
    return typeof error?.code === 'string' ? error : undefined
  } catch {
    // Not JSON: nothing of ours.
    return undefined
  }
}

const mostOfText = 200

function foreign({ status, statusText }: Response, text: string): ErrorBody {
  const message = `${status} ${statusText}: ${text.slice(0, mostOfText)}`
  return { code: 'server-failed', message, fix: 'Check that the address is that of a Gyre server.' }
}
