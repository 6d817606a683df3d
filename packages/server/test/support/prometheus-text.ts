/** A strict reader of the text form 0.0.4: whatever is not in it fails. */
export type Sample = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

type Family = { help: string; type: string; samples: Sample[] }

/** Families by name. */
export function readPrometheus(text: string): ReadonlyMap<string, Readonly<Family>> {
  if (text !== '' && !text.endsWith('\n')) throw new Error('The last line has no end.')
  const reading = new Reading()
  for (const line of text.split('\n').slice(0, -1)) reading.read(line)
  return reading.families
}

class Reading {
  readonly families = new Map<string, Family>()
  #current = ''

  read(line: string): void {
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.*)$/.exec(line) ?? []
    if (word === 'HELP') this.#begin(name, rest)
    else if (word === 'TYPE') this.#name(name, rest)
    else this.#add(line)
  }

  #begin(name: string, help: string): void {
    if (this.families.has(name)) throw new Error(`${name} is told twice.`)
    this.families.set(name, { help: unescaped(help, false), type: '', samples: [] })
    this.#current = name
  }

  #name(name: string, type: string): void {
    const family = this.families.get(name)
    if (!family || name !== this.#current || !/^(counter|gauge|histogram)$/.test(type)) {
      throw new Error(`A type that is none, or of another family: ${name} ${type}`)
    }
    family.type = type
  }

  #add(line: string): void {
    const sample = readSample(line)
    const family = this.families.get(this.#current)
    const suffix = sample.name.slice(this.#current.length)
    const isOfFamily = sample.name.startsWith(this.#current) && suffixesOf(family?.type ?? '').includes(suffix)
    if (!family || !isOfFamily) throw new Error(`A line outside of its family: ${line}`)
    if (family.samples.some((each) => isSame(each, sample))) throw new Error(`A line is told twice: ${line}`)
    family.samples.push(sample)
  }
}

function suffixesOf(type: string): readonly string[] {
  return type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
}

function isSame(one: Sample, other: Sample): boolean {
  return one.name === other.name && JSON.stringify(one.labels) === JSON.stringify(other.labels)
}

function readSample(line: string): Sample {
  const [, name = '', labels, number = ''] =
    /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/.exec(line) ?? []
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
  if (name === '' || number === '' || Number.isNaN(value)) throw new Error(`Not a line of metrics: ${line}`)
  const pairs = [...(labels ?? '').matchAll(/([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"/g)]
  return {
    name,
    value,
    labels: Object.fromEntries(pairs.map(([, label, text = '']) => [label, unescaped(text, true)])),
  }
}

function unescaped(text: string, isLabel: boolean): string {
  return text.replace(isLabel ? /\\([\\"n])/g : /\\([\\n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
}
