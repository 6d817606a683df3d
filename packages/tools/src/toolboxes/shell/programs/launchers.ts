/** Programs that run other programs, or code, that their arguments or the files around them name. */

/** No list of these is ever whole: who allows a program still has to know what it does. */
const launchers: Readonly<Record<string, string>> = {
  'runs any command': `sh bash dash ash zsh fish ksh mksh csh tcsh rbash rc elvish nu xonsh busybox toybox pwsh powershell
    cmd wscript cscript mshta rundll`,
  'runs the program it is given': `env xargs sudo su doas pkexec runuser setpriv chroot unshare nsenter nohup nice ionice
    timeout time stdbuf setsid setarch linux taskset chrt flock watch script scriptreplay expect unbuffer rlwrap screen
    tmux dtach zellij at batch crontab systemd-run systemctl run-parts start-stop-daemon daemonize daemon
    dbus-run-session dbus-send busctl gdbus parallel entr ip cpulimit prlimit numactl fakeroot faketime firejail bwrap
    proot proxychains torsocks wine ld ldd catchsegv xvfb-run xdg-open open start ssh-agent sshpass`,
  'runs code that it is given': `node nodejs deno bun ts-node tsx python pythonw pypy ipython jupyter perl ruby irb php lua
    luajit tclsh wish rscript r julia ghci runghc java jshell javaw groovy scala kotlin clojure clj erl elixir iex
    swift dotnet mono fsi csi racket guile sbcl clisp emacs ocaml gst gawk mawk nawk awk dc m4 gnuplot octave matlab
    maxima gp sage gs exiftool sqlite psql mysql mariadb mongo mongosh osascript pdb qjs d8`,
  'runs the scripts of a package or of the folder it is in': `npm npx pnpm pnpx yarn corepack pip pipx uv uvx poetry conda
    mamba gem bundle bundler rake cargo rustup go make gmake bmake cmake ctest ninja meson scons bazel buck gradle
    gradlew mvn ant sbt lein mix rebar composer jest vitest mocha ava karma pytest tox nox eslint prettier webpack
    rollup vite esbuild gulp grunt tsc apt apt-get aptitude dpkg rpm yum dnf zypper pacman apk brew port snap flatpak
    nix nix-shell nix-env guix ansible ansible-playbook terraform tofu pulumi vagrant packer latexmk lualatex luatex ack`,
  'runs programs that its options name': `cc gcc g++ c++ cpp clang clang++ tcc as rustc ghc javac gdb lldb strace ltrace
    valgrind perf ssh scp sftp rsync mosh rsh telnet ftp lftp nc ncat netcat socat nmap hg svn bzr darcs fossil jj cvs
    p4 gh glab ssh-keygen ssh-add docker podman nerdctl buildah ctr runc crun lxc lxc-exec kubectl oc helm k3s minikube
    vi vim nvim vimdiff view rview rvim ex ed red nano pico emacsclient joe mcedit mc less more most pg zless zmore bzless
    bzmore xzless xzmore lesspipe man info pager
    w3m lynx links elinks mail mailx mutt heirloom-mailx`,
}

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries(launchers).flatMap(([why, names]) => names.split(/\s+/).map((name) => [name, why] as const)),
)

/** Why a program of this name may run any other, as words that follow its name; undefined when none is known. */
export function launcherReason(name: string): string | undefined {
  if (/^git-/i.test(name)) return 'is a part of Git that is run by `git` alone'
  return familyOf(name)
    .map((each) => reasons.get(each))
    .find((why) => why !== undefined)
}

/** The names under which a program may be known: `python3.11`, `nc.openbsd`, `gcc-12`, `Perl.EXE`. */
export function familyOf(name: string): readonly string[] {
  const whole = name.toLowerCase().replace(/\.(exe|com)$/, '')
  const [first = ''] = whole.split(/[.-]/)
  return [...new Set([whole, withoutVersion(whole), first, withoutVersion(first)])]
}

function withoutVersion(name: string): string {
  return name.replace(/[-_.]?\d[\d.]*$/, '')
}
