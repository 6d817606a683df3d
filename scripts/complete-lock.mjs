// Adds to package-lock.json the optional platform packages that the registry at hand could not serve,
// so that `npm ci` accepts the lockfile. Only exact versions pinned by an installed package are added.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = { darwin: 'darwin', linux: 'linux', win32: 'win32', windows: 'win32', win: 'win32' }
for (const os of ['android', 'freebsd', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix']) systems[os] = os
const cpus = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32', 'mips64el']

function platform(name) {
  const words = name.split(/[/-]/)
  const os = words.map((word) => systems[word]).find(Boolean)
  const cpu = words.find((word) => cpus.includes(word))
  if (!cpu || (!os && cpu !== 'wasm32')) return undefined
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') && os === 'linux' ? ['glibc'] : undefined
  return { cpu: [cpu], ...(libc && { libc }), optional: true, ...(os && { os: [os] }) }
}

function present(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true
    if (!at) return false
  }
}

const unknown = []
let added = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (present(path, name)) continue
    const where = platform(name)
    if (!where || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) {
      unknown.push(`${name}@${version} (of ${path || 'the root'})`)
      continue
    }
    const dev = entry.dev ? { dev: true } : {}
    lock.packages[`node_modules/${name}`] = { version, ...dev, ...where }
    added++
  }
}
const compare = ([a], [b]) => a.localeCompare(b, 'en')
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(compare))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} platform packages added to package-lock.json`)
if (unknown.length) console.log(`Left alone: ${unknown.join(', ')}`)
