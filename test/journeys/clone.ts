/** A clone as a stranger has it: the repository's files in a folder of its own, an empty home, nothing in the environment. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '../../packages/tools/test/deliveries/free-port.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..')

export type Typed = { readonly code: number | null; readonly out: string; readonly err: string }

export class Clone {
  readonly folder = temporaryFolder()
  readonly port: number
  readonly #home = join(this.folder, 'home')
  #key = ''

  private constructor(port: number) {
    this.port = port
    for (const name of ['packages', 'scripts', 'node_modules']) symlinkSync(join(root, name), join(this.folder, name))
    copyFileSync(join(root, 'package.json'), join(this.folder, 'package.json'))
    mkdirSync(this.#home)
    // Tests speak to this machine alone, and not to who knows of newer versions of npm.
    writeFileSync(join(this.#home, '.npmrc'), 'update-notifier=false\noffline=true\n')
    // The usual port may be taken here.
    this.write('gyre.config.json', JSON.stringify({ server: { port } }))
  }

  static async make(): Promise<Clone> {
    return new Clone(await freePort())
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text)
  }

  /** What `export GYRE_API_KEY=…` does. */
  exportKey(key: string): void {
    this.#key = key
  }

  /** Types a line, and waits until it is done. */
  async type(line: string): Promise<Typed> {
    const child = this.#shell(line)
    const said = { out: '', err: '' }
    child.stdout?.on('data', (text) => {
      said.out += text
    })
    child.stderr?.on('data', (text) => {
      said.err += text
    })
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, ...said }
  }

  /** Types a line that goes on until somebody presses Ctrl-C, and waits until it says this. */
  async begin(line: string, sign: RegExp): Promise<{ readonly found: string; interrupt(): Promise<void> }> {
    const child = this.#shell(line)
    let out = ''
    const found = new Promise<string>((resolve, reject) => {
      const hear = (text: unknown) => {
        out += text
        const [, part] = sign.exec(out) ?? []
        if (part !== undefined) resolve(part)
      }
      child.stdout?.on('data', hear)
      child.stderr?.on('data', hear)
      child.once('close', () => reject(new Error(`\`${line}\` ended: ${out}`)))
    })
    const interrupt = async () => {
      signal(child, 'SIGINT')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    }
    return { found: await found, interrupt }
  }

  /** A group of its own, as a terminal makes it: Ctrl-C reaches all that was started by the line. */
  #shell(line: string): ChildProcess {
    const env = { PATH: process.env['PATH'] ?? '', HOME: this.#home, GYRE_API_KEY: this.#key }
    const child = spawn('sh', ['-c', line], {
      cwd: this.folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => signal(child, 'SIGKILL'))
    return child
  }
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name)
  } catch {
    // All of them have ended.
  }
}
