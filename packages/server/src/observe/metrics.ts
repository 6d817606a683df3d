/**
 * Numbers about a server, kept in memory and written in the text form that Prometheus reads.
 *
 * Names of models and tools come from outside: a label takes so many values, and what comes after them is `other`.
 */
export type Labels = Readonly<Record<string, string>>

/** Values that one label takes before the rest are counted together. */
const mostValues = 200

const rest = 'other'

export class Metrics {
  readonly #families = new Map<string, Family>()

  counter(name: string, help: string): Pick<Family, 'add'> {
    return this.#family('counter', name, help)
  }

  gauge(name: string, help: string): Pick<Family, 'add' | 'set'> {
    return this.#family('gauge', name, help)
  }

  /** `bounds` are the upper ends of its buckets, in order; what is above them all is counted, too. */
  histogram(name: string, help: string, bounds: readonly number[]): Pick<Histogram, 'observe'> {
    return new Histogram(this.#family('histogram', name, help), bounds)
  }

  /** Everything, in the text form 0.0.4. */
  text(): string {
    return [...this.#families.values()].map((family) => family.text()).join('')
  }

  #family(kind: 'counter' | 'gauge' | 'histogram', name: string, help: string): Family {
    const family = new Family(name, `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${kind}\n`)
    this.#families.set(name, family)
    return family
  }
}

/** The lines of one name. */
class Family {
  readonly #name: string
  readonly #head: string
  readonly #lines = new Map<string, number>()
  readonly #known = new Map<string, Set<string>>()

  constructor(name: string, head: string) {
    this.#name = name
    this.#head = head
  }

  /** `part` is what a histogram puts behind the name. */
  add(labels: Labels = {}, amount = 1, part = ''): void {
    const line = this.#line(labels, part)
    this.#lines.set(line, (this.#lines.get(line) ?? 0) + amount)
  }

  set(labels: Labels, value: number): void {
    this.#lines.set(this.#line(labels, ''), value)
  }

  text(): string {
    return this.#head + [...this.#lines].map(([line, value]) => `${line} ${numberText(value)}\n`).join('')
  }

  #line(labels: Labels, part: string): string {
    const pairs = Object.entries(labels).map(([label, value]) => {
      const shown = escaped(this.#valueOf(label, value)).replaceAll('"', '\\"')
      return `${label}="${shown}"`
    })
    return `${this.#name}${part}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`}`
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

class Histogram {
  readonly #family: Family
  readonly #bounds: readonly number[]

  constructor(family: Family, bounds: readonly number[]) {
    this.#family = family
    this.#bounds = [...bounds, Number.POSITIVE_INFINITY]
  }

  observe(labels: Labels, value: number): void {
    for (const bound of this.#bounds) {
      // Every bucket holds what those below it hold, and is told when it holds nothing, too.
      this.#family.add({ ...labels, le: numberText(bound) }, value <= bound ? 1 : 0, '_bucket')
    }
    this.#family.add(labels, value, '_sum')
    this.#family.add(labels, 1, '_count')
  }
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function numberText(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value)
}
