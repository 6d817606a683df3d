/**
 * Every way Gyre fails, in one table.
 *
 * The code is the contract: the command prints `fix`, HTTP answers with `status`, docs/errors.md
 * lists all three and a test holds that page and this table together.
 */
export const errorTable = {
  // The caller's mistakes, found before any work is paid for.
  'loop-unknown': {
    status: 404,
    fix: 'Use one of the loops that `gyre loops` lists, or register your own with `loops`.',
  },
  'config-invalid': {
    status: 400,
    fix: 'Correct the named field; `gyre loops show NAME` lists the settings of a loop.',
  },
  'task-invalid': {
    status: 400,
    fix: 'Give a goal that is not empty, and messages and files in the documented shape.',
  },
  'usage-invalid': { status: 400, fix: 'Run `gyre --help` for the commands and their options.' },
  'file-unreadable': { status: 400, fix: 'Check that the file exists and that this user may read it.' },
  'file-unwritable': { status: 400, fix: 'Name a place in a folder that exists and that this user may write to.' },
  'file-invalid': { status: 400, fix: 'Correct the named place in the file.' },
  'budget-invalid': { status: 400, fix: 'Use the documented limits, each a number of at least zero.' },
  'price-unknown': { status: 400, fix: 'Add a price for this model, or leave the limit in USD out.' },
  'loop-off': { status: 403, fix: 'Switch the loop on in the settings, or use another one: `gyre loops` lists them.' },
  'loop-differs': { status: 409, fix: 'Fork with a persona of the same loop, or start a new session with this one.' },
  'persona-unknown': {
    status: 404,
    fix: 'Use one of the personas that `gyre personas` lists, or save one of this name.',
  },
  'persona-invalid': { status: 400, fix: 'Correct the named field; docs/personas.md shows every field.' },
  'persona-fixed': {
    status: 400,
    fix: 'Save one of this name to have it instead; one from a file or the config is taken out there.',
  },
  'rollout-invalid': {
    status: 400,
    fix: 'Give each arm a version or a loop that exists and a weight of at least zero; one weight must be above it.',
  },
  'prompt-unknown': { status: 404, fix: 'Use one of the prompts that `gyre prompts` lists.' },
  'prompt-invalid': { status: 400, fix: 'Use exactly the placeholders the prompt has; an empty text is the default.' },
  'setting-unknown': { status: 404, fix: 'Use one of the settings that `gyre settings` lists.' },
  'setting-invalid': { status: 400, fix: 'Give a value of the kind the message names.' },
  'version-unknown': { status: 404, fix: 'Use one of the versions that are listed.' },
  'config-file-invalid': {
    status: 400,
    fix: 'Correct the named place in the file; docs/configuration.md shows every key.',
  },
  'model-unknown': {
    status: 400,
    fix: 'Write `provider/model`, such as `openai/gpt-5`, or a tier; `gyre doctor` lists providers.',
  },
  'provider-missing': { status: 400, fix: 'Install the package the message names, beside `gyre`.' },
  'model-missing': { status: 400, fix: 'Pass a model when you start or resume the session.' },
  'tool-unknown': { status: 400, fix: 'Use one of the tools that `gyre tools` lists; register your own with `tools`.' },
  'tool-invalid': {
    status: 400,
    fix: 'Correct what the message names; a name has letters, digits, `_`, `-` and `.`; docs/tools.md shows all.',
  },
  'delivery-invalid': {
    status: 400,
    fix: 'Name deliveries of the config, with all they need set; docs/deliveries.md shows every field.',
  },
  'argument-invalid': { status: 400, fix: 'Correct the argument that the message names.' },
  'package-missing': { status: 400, fix: 'Install the package the message names, beside `gyre`.' },
  'skill-invalid': { status: 400, fix: 'Correct the named place in the file; docs/tools.md shows a whole SKILL.md.' },
  'mcp-server-unknown': { status: 404, fix: 'Use one of the servers that `gyre mcp list` shows, or add one.' },
  'document-unknown': { status: 404, fix: 'Use a source that `gyre knowledge list` shows.' },
  'document-refused': { status: 422, fix: 'Give a file or page with text in it, such as Markdown, HTML, PDF or code.' },
  'embedder-unknown': {
    status: 400,
    fix: 'Write `provider/model`, such as `openai/text-embedding-3-small`; `lexical/hashed` needs no service.',
  },
  'embedder-mismatch': {
    status: 409,
    fix: 'Go back to the embedder that the message names; for an index, `gyre knowledge reembed` does as well.',
  },
  'memory-unknown': { status: 404, fix: 'Use the id of a memory that `gyre memory` lists.' },
  'label-invalid': { status: 400, fix: 'Use the characters the message names: names become part of paths.' },
  'step-unknown': { status: 404, fix: 'Name a step of the session by its path or its seq, as its journal lists them.' },
  'session-unknown': { status: 404, fix: 'Check the id: it must be one of the sessions of this store.' },
  'session-ended': { status: 409, fix: 'Fork the session to go on from one of its steps.' },
  'session-busy': {
    status: 409,
    fix: 'Another process runs this session: send it an intervention, or wait for its lease.',
  },
  'session-interrupted': {
    status: 409,
    fix: 'Go on with it by `gyre resume ID` or `runtime.resume(id)`, or open the runtime with `recover: true`.',
  },
  'person-needed': {
    status: 409,
    fix: 'Use `open()` and `start()`: the session they give can be answered, approved and resumed.',
  },
  'intervention-invalid': {
    status: 400,
    fix: 'Send an action from the table of interventions with the fields it needs.',
  },
  'intervention-unknown': { status: 404, fix: 'Use the id of an intervention that was sent to this session.' },
  'intervention-settled': { status: 409, fix: 'It was applied, rejected or withdrawn already: send a new one.' },

  // What happens while a session runs.
  'journal-mismatch': {
    status: 409,
    fix: 'The loop now does something else at this step: fork from before it, or run the old version.',
  },
  'journal-drift': {
    status: 409,
    fix: 'A prompt changed since it was recorded: run without `strict`, or fork from before the step.',
  },
  'replay-incomplete': {
    status: 409,
    fix: 'The loop asks for a step the journal does not hold: replay with the version that recorded it.',
  },
  'plan-changed': { status: 409, fix: 'Ask `ctx.plan` for the steps that are left: a person has changed them.' },
  'output-invalid': { status: 502, fix: 'Use a stronger model or a simpler schema, or declare a fallback.' },
  'model-failed': { status: 502, fix: 'Look at the cause; if the provider is at fault, try again later.' },
  'model-auth': { status: 401, fix: 'Check the key of this provider.' },
  'model-incapable': {
    status: 422,
    fix: 'Use the `text` protocol with this model, or another model.',
  },
  'model-overflow': { status: 413, fix: 'Use a model with a larger context window, or shorter inputs.' },
  'model-unavailable': { status: 503, fix: 'Try again later, or use another model.' },
  'mcp-unreachable': { status: 502, fix: 'Run `gyre mcp test NAME`: it shows how far the connection comes.' },
  'address-refused': {
    status: 403,
    fix: 'Use a public http or https address; addresses of this machine and its network need `allowLoopback` or `allowHosts`.',
  },
  'page-refused': {
    status: 403,
    fix: 'Use another page: the site does not give this one, or not in a form that can be read.',
  },
  'fetch-failed': { status: 502, fix: 'Check the address and the network, or try again later.' },
  'search-failed': { status: 502, fix: 'Check the key and the address of the search provider.' },
  'path-refused': { status: 403, fix: 'Use a path inside the folder that the toolbox was given.' },
  'program-refused': { status: 403, fix: 'Use one of the allowed programs, with its arguments as a list.' },
  'tool-failed': { status: 502, fix: 'Look at what the tool reported.' },
  'budget-exhausted': { status: 402, fix: 'Raise the limit, or let the session wrap up (`onExhausted: wrap-up`).' },
  'loop-failed': { status: 500, fix: 'The loop itself threw: look at the cause and mend the loop.' },
  'outcome-invalid': {
    status: 500,
    fix: 'Let the loop return an outcome from the table of outcomes, or none when it answered.',
  },
  'embedder-missing': { status: 400, fix: 'Pass an `embedder` to use `ctx.embed`.' },
  'memory-missing': { status: 400, fix: 'Pass a `memory` to use `ctx.recall`, `ctx.remember` and `remembers`.' },
  aborted: { status: 499, fix: 'Nothing to mend: somebody aborted the session.' },

  // Over HTTP.
  unauthenticated: {
    status: 401,
    fix: 'Send a key as `Authorization: Bearer …`; `gyre keys add NAME` makes one. In a browser open the link `gyre serve` printed.',
  },
  forbidden: { status: 403, fix: 'Use a key whose role or scope allows this; `gyre keys list` shows them.' },
  'key-unknown': { status: 404, fix: 'Use the id of a key that `gyre keys list` shows.' },
  'host-refused': {
    status: 421,
    fix: 'Use an address the server listens on, or add the name to `server.allowedHosts`.',
  },
  'origin-refused': { status: 403, fix: "Use the server's own pages, or add the origin to `server.allowedOrigins`." },
  'csrf-refused': { status: 403, fix: 'Send the header `x-gyre-csrf` with the token of `GET /api/v1/me`.' },
  'request-invalid': {
    status: 400,
    fix: 'Correct the named field; the document at `/api/v1/openapi.json` has every one.',
  },
  'body-too-large': { status: 413, fix: 'Send less at once, or raise `server.bodyLimitBytes`.' },
  'route-unknown': { status: 404, fix: 'Look the address up in `/api/v1/docs`; the OpenAI form is under `/v1`.' },
  'method-refused': { status: 405, fix: 'Use a method that the header `allow` of the answer names.' },
  'thread-unknown': { status: 404, fix: 'Use a thread that `GET /api/v1/threads` lists.' },
  'response-unknown': { status: 404, fix: 'Use the id of a response that this key has made and nobody has removed.' },
  'version-conflict': {
    status: 412,
    fix: 'Somebody saved another version meanwhile: read it, then save yours over it.',
  },
  'rate-limited': { status: 429, fix: 'Wait as long as `retry-after` says, then try again.' },
  'quota-exceeded': { status: 429, fix: 'Wait until tomorrow, UTC, or raise the budget of the key.' },
  'bind-refused': {
    status: 400,
    fix: 'Name an address of this machine and make a key first (`gyre keys add NAME`), or leave `--host` out.',
  },
  'port-taken': {
    status: 409,
    fix: 'End the other program, or take another port: `gyre serve --port N`, in a clone `npm start -- serve --port N`.',
  },
  'server-failed': {
    status: 500,
    fix: 'Look for the request id in the log of the server; what was committed is safe.',
  },
  'server-stopping': {
    status: 503,
    fix: 'Try again in a moment: the server is shutting down, and sessions go on with other workers or at its next start.',
  },

  // The store.
  'key-value-failed': {
    status: 503,
    fix: 'Check GYRE_KV_URL and that the server answers; without it the store serves.',
  },
  'lease-lost': {
    status: 409,
    fix: 'Another worker took this session over; this one stopped writing. Nothing is lost.',
  },
  'worker-lost': {
    status: 500,
    fix: 'Look at its last step (`gyre show ID --steps`), and at what it ran: it may end its process. Then resume it.',
  },
  'runtime-closed': { status: 500, fix: 'Open another runtime, or close this one later.' },
  'store-failed': {
    status: 500,
    fix: 'Look at the cause. What was committed is safe; resume the session when the store works again.',
  },
  'store-unreachable': {
    status: 503,
    fix: 'Check GYRE_DATABASE_URL and that PostgreSQL answers there. Sessions go on when it does; nothing is lost.',
  },
  'store-full': { status: 507, fix: 'Free some disk space, then resume the session: what was committed is safe.' },
  'store-corrupt': {
    status: 500,
    fix: 'Restore the last backup. A file may also be recovered with the sqlite3 `.recover` command.',
  },
  'store-newer': { status: 409, fix: 'This store was written by a newer Gyre: upgrade, or open another one.' },
  'backup-refused': {
    status: 409,
    fix: 'Name a file that is not there yet, or an earlier copy that no process uses: only such a one is replaced.',
  },
  'move-refused': {
    status: 409,
    fix: 'Move to a database, or a schema, in which there is nothing yet. The source was not touched.',
  },
  'store-locked': { status: 503, fix: 'Another program holds the database for long: end it, or try again.' },
  'key-missing': {
    status: 500,
    fix: 'Put the audit key back (GYRE_KEY, or the file `key` of the data folder): every process needs the same.',
  },
} as const satisfies Record<string, { status: number; fix: string }>

/** The code of an error: the part of it that stays the same. docs/errors.md lists them with their fixes. */
export type ErrorCode = keyof typeof errorTable

export type ErrorDetails = Readonly<Record<string, unknown>> & { readonly cause?: unknown }

/** The one error class. `details` is plain data for machines; the message is for people. */
export class GyreError extends Error {
  override readonly name = 'GyreError'
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, { cause, ...details }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.details = details
  }

  /** What to do about it. */
  get fix(): string {
    return errorTable[this.code].fix
  }

  get status(): number {
    return errorTable[this.code].status
  }

  /** The form every interface shows. */
  toJSON(): { code: ErrorCode; message: string; fix: string } {
    return { code: this.code, message: this.message, fix: this.fix }
  }
}

/** What to do about an error that is told by its code alone; undefined for one this version does not know. */
export function fixOf(code: string): string | undefined {
  return Object.hasOwn(errorTable, code) ? errorTable[code as ErrorCode].fix : undefined
}

/** The one border where anything thrown becomes a GyreError. */
export function toGyreError(thrown: unknown, code: ErrorCode): GyreError {
  if (thrown instanceof GyreError) return thrown
  return new GyreError(code, thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown })
}
