/** Ordinary programs whose options can make them run others, load code, or take their options from a file. */

export type ArgumentRule = {
  /** Options that are refused. */
  readonly options?: readonly string[]
  /** Other options that a refused one begins with: they are no short form of it. */
  readonly whole?: readonly string[]
  /** Arguments that are refused by their form. */
  readonly forms?: readonly RegExp[]
  /** What the first argument must be. */
  readonly begins?: string
  /** The first argument is a bundle of options, with or without a dash. */
  readonly bareBundle?: boolean
}

/** `host:file`: a program is started to fetch it. */
const remoteFile = /^(-[a-z]*|--[a-z-]+=)?[^/=]*:/i

/** `|command`: ImageMagick reads from it. */
const pipedFile = /^([a-z0-9]+:)?\||^(msl|ephemeral|mvg|pipe):|^@/i

const shellEscape = { options: ['-shell-escape', '--shell-escape', '-enable-write18', '--enable-write18'] }

const pictures = { forms: [pipedFile] }

const find: ArgumentRule = {
  options: ['-exec', '-execdir', '-ok', '-okdir', '-delete', '-fprint', '-fprint0', '-fprintf', '-fls'],
}

const tar: ArgumentRule = {
  options: [
    ...['--checkpoint-action', '--to-command', '--use-compress-program', '-I', '--info-script', '-F'],
    ...['--new-volume-script', '--rsh-command', '--rmt-command', '--files-from', '-T'],
  ],
  whole: ['--file', '--checkpoint'],
  forms: [remoteFile],
  bareBundle: true,
}

// Its scripts can run commands (`e`) and write files (`w`); in its sandbox they cannot.
const sed: ArgumentRule = { begins: '--sandbox' }

const sort: ArgumentRule = { options: ['--compress-program'] }

const split: ArgumentRule = { options: ['--filter'] }

const fd: ArgumentRule = { options: ['-x', '-X', '--exec', '--exec-batch'] }

const rules: Readonly<Record<string, ArgumentRule>> = {
  ...{ find, gfind: find, tar, gtar: tar, bsdtar: tar, sed, gsed: sed, sort, gsort: sort, split, gsplit: split },
  ...{ fd, fdfind: fd },
  ...{ tex: shellEscape, latex: shellEscape, pdftex: shellEscape, pdflatex: shellEscape },
  ...{ xetex: shellEscape, xelatex: shellEscape },
  ...{ magick: pictures, convert: pictures, mogrify: pictures, identify: pictures },
  ...{ montage: pictures, composite: pictures },
  cpio: { options: ['--rsh-command', '--rmt-command'], forms: [remoteFile] },
  zip: { options: ['-T', '--test', '--unzip-command'] },
  rg: { options: ['--pre', '--hostname-bin'] },
  ag: { options: ['--pager'] },
  diff3: { options: ['--diff-program'] },
  sdiff: { options: ['--diff-program'] },
  install: { options: ['--strip-program'] },
  curl: { options: ['-K', '--config', '--engine'] },
  wget: { options: ['-e', '--execute', '--config', '--use-askpass'] },
  openssl: { options: ['-engine', '-provider', '-provider-path', '-config'], forms: [/^engine$/] },
  tcpdump: { options: ['-z'] },
  pandoc: { options: ['--filter', '--lua-filter', '--pdf-engine', '--defaults', '-F', '-L', '-d'] },
}

/** The rule of the first of these names that has one. */
export function argumentRule(names: readonly string[]): ArgumentRule {
  for (const name of names) if (Object.hasOwn(rules, name)) return rules[name] ?? {}
  return {}
}
