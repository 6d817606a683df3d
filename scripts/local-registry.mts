// A registry of packages on this machine: Gyre as `release.mjs` packed it, and of other packages the versions that are
// installed here. So Gyre can be installed elsewhere, as a user does it, before it is published and without a network.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../', import.meta.url))
const ours = /^(gyre|@gyre\/[\w-]+)$/

/** Where the versions of a package lie as they would be published. */
function foldersOf(name: string): readonly string[] {
  const places = ours.test(name)
    ? ['node_modules/.cache/release']
    : ['node_modules', ...globSync('packages/*/node_modules', { cwd: root })]
  return places.map((place) => join(root, place, name)).filter((folder) => existsSync(join(folder, 'package.json')))
}

function manifestIn(folder: string): { readonly version: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

class Packages {
  readonly #folder = mkdtempSync(join(tmpdir(), 'gyre-registry-'))
  readonly #packed = new Map<string, Promise<Buffer>>()

  /** The file that npm installs; each is packed once. */
  file(folder: string): Promise<Buffer> {
    const packed = this.#packed.get(folder) ?? this.#pack(folder)
    this.#packed.set(folder, packed)
    return packed
  }

  async #pack(cwd: string): Promise<Buffer> {
    const folder = join(this.#folder, String(this.#packed.size))
    mkdirSync(folder)
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
    const { stdout } = await promisify(execFile)('npm', args, { cwd })
    return readFileSync(join(folder, stdout.trim()))
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }
}

/** What a registry says of a package: its versions here. The first of them is the one to install. */
async function described(name: string, packages: Packages, url: string): Promise<string> {
  const versions = await Promise.all(
    foldersOf(name).map(async (folder) => {
      const manifest = manifestIn(folder)
      const integrity = `sha512-${createHash('sha512')
        .update(await packages.file(folder))
        .digest('base64')}`
      const dist = { tarball: `${url}/${name}/-/${manifest.version}.tgz`, integrity }
      return [manifest.version, { ...manifest, dist }]
    }),
  )
  return JSON.stringify({ name, 'dist-tags': { latest: versions[0]?.[0] }, versions: Object.fromEntries(versions) })
}

/** Of `/name` the description, of `/name/-/version.tgz` the file. */
async function answer(path: string, packages: Packages, url: string): Promise<string | Buffer> {
  const [name = '', file] = path.slice(1).split('/-/')
  if (file === undefined) return described(name, packages, url)
  const folder = foldersOf(name).find((each) => `${manifestIn(each).version}.tgz` === file)
  if (folder === undefined) throw new Error(`There is no ${path} here.`)
  return packages.file(folder)
}

/** Runs until it is closed. */
export async function localRegistry(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const packages = new Packages()
  const server = createServer((request, response) => {
    const [path = ''] = decodeURIComponent(request.url ?? '').split('?')
    answer(path, packages, url).then(
      (body) => response.end(body),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    packages.remove()
  }
  return { url, close }
}
