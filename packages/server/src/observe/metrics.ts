/**
 * Numbers about a server, kept in memory and written in the text form that Prometheus reads.
 *
 * Names of models and tools come from outside: a label takes so many values, and what comes after them is `other`.
 */
export type Labels = Readonly<Record<string, string>>

/** Values that one label takes before the rest are counted together. */
const mostValues = 200

const rest = 'other'

/** Texts of labels that are kept, so that they need not be written again. */
const mostWritten = 2000

/** Counters, gauges and histograms, written in the text form that Prometheus reads. */
export class Metrics {
  readonly #families = new Map<string, { text(): string }>()

  counter(name: string, help: string): Pick<Family, 'add'> {
    return this.#keep(name, new Family(name, headOf('counter', name, help)))
  }

  gauge(name: string, help: string): Pick<Family, 'add' | 'set'> {
    return this.#keep(name, new Family(name, headOf('gauge', name, help)))
  }

  /** `bounds` are the upper ends of its buckets, in order; what is above them all is counted, too. */
  histogram(name: string, help: string, bounds: readonly number[]): Pick<Histogram, 'observe'> {
    return this.#keep(name, new Histogram(name, headOf('histogram', name, help), bounds))
  }

  /** Everything, in the text form 0.0.4. */
  text(): string {
    return [...this.#families.values()].map((family) => family.text()).join('')
  }

  #keep<F extends { text(): string }>(name: string, family: F): F {
    this.#families.set(name, family)
    return family
  }
}

/** One number for each set of labels. */
class Family {
  readonly #name: string
  readonly #head: string
  readonly #labels = new LabelTexts()
  readonly #values = new Map<string, number>()

  constructor(name: string, head: string) {
    this.#name = name
    this.#head = head
  }

  add(labels: Labels = {}, amount = 1): void {
    const text = this.#labels.of(labels)
    this.#values.set(text, (this.#values.get(text) ?? 0) + amount)
  }

  set(labels: Labels, value: number): void {
    this.#values.set(this.#labels.of(labels), value)
  }

  text(): string {
    const lines = [...this.#values].map(([labels, value]) => lineOf(this.#name, labels, value))
    return this.#head + lines.join('')
  }
}

type Buckets = { readonly counts: number[]; sum: number }

class Histogram {
  readonly #name: string
  readonly #head: string
  readonly #bounds: readonly number[]
  readonly #labels = new LabelTexts()
  readonly #observed = new Map<string, Buckets>()

  constructor(name: string, head: string, bounds: readonly number[]) {
    this.#name = name
    this.#head = head
    this.#bounds = [...bounds, Number.POSITIVE_INFINITY]
  }

  observe(labels: Labels, value: number): void {
    const text = this.#labels.of(labels)
    const buckets = this.#observed.get(text) ?? { counts: this.#bounds.map(() => 0), sum: 0 }
    this.#observed.set(text, buckets)
    const at = this.#bounds.findIndex((bound) => value <= bound)
    buckets.counts[at] = (buckets.counts[at] ?? 0) + 1
    buckets.sum += value
  }

  text(): string {
    return this.#head + [...this.#observed].map(([labels, buckets]) => this.#linesOf(labels, buckets)).join('')
  }

  /** Every bucket holds what those below it hold, and is told when it holds nothing, too. */
  #linesOf(labels: string, { counts, sum }: Buckets): string {
    let below = 0
    const lines = this.#bounds.map((bound, at) => {
      below += counts[at] ?? 0
      const limit = `le="${numberText(bound)}"`
      return lineOf(`${this.#name}_bucket`, labels === '' ? limit : `${labels},${limit}`, below)
    })
    return [...lines, lineOf(`${this.#name}_sum`, labels, sum), lineOf(`${this.#name}_count`, labels, below)].join('')
  }
}

/** Labels as they are written. */
class LabelTexts {
  readonly #known = new Map<string, Set<string>>()
  /** A request is counted by labels that were written before. */
  readonly #written = new Map<string, string>()

  of(labels: Labels): string {
    const pairs = Object.entries(labels)
    const raw = JSON.stringify(pairs)
    const written = this.#written.get(raw)
    if (written !== undefined) return written
    const text = pairs.map(([label, value]) => `${label}="${quoted(this.#valueOf(label, value))}"`).join(',')
    if (this.#written.size < mostWritten) this.#written.set(raw, text)
    return text
  }

  #valueOf(label: string, value: string): string {
    const known = this.#known.get(label) ?? new Set<string>()
    this.#known.set(label, known)
    if (known.has(value)) return value
    if (known.size >= mostValues) return rest
    known.add(value)
    return value
  }
}

function headOf(kind: 'counter' | 'gauge' | 'histogram', name: string, help: string): string {
  return `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${kind}\n`
}

function lineOf(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${numberText(value)}\n`
}

function quoted(text: string): string {
  return escaped(text).replaceAll('"', '\\"')
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function numberText(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value)
}
