// After an install: npm before version 11 takes `node_modules/.bin/node` away again, because the packages for other
// platforms, which it leaves out, have a program of that name, too. npm's own way to put it back works on every system.
// It runs on whatever Node npm runs on.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const linked = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const platforms = Object.keys(optionalDependencies).filter((name) => /^node-/.test(name))
const brought = platforms.find((name) => existsSync(join('node_modules', name)))

if (brought && !existsSync(linked)) {
  const npm = process.env.npm_execpath
  const [program, ...args] = npm ? [process.execPath, npm] : ['npm']
  const { status } = spawnSync(program, [...args, 'rebuild', brought, '--ignore-scripts'], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
