/** What pages with long texts look like: on a light ground, on a dark one, and on paper. */

export const pageStyle = `
:root{color-scheme:light dark;--line:light-dark(#d9dce1,#3a3f47);--quiet:light-dark(#5b626d,#a2a9b4);--link:light-dark(#1a5fa8,#7db7f0);--ground:light-dark(#fff,#16181c);--soft:light-dark(#f4f5f7,#1f2228);--doubt:light-dark(#fff1c9,#4a3b10);--bar:#3a86c8}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:light-dark(#1b1e23,#e4e6ea);font:17px/1.6 Charter,Georgia,"Times New Roman",serif;overflow-wrap:break-word}
main{max-width:44rem;margin:0 auto;padding:3rem 1.25rem 5rem}
h1,h2,h3,h4,h5,h6,table,nav,.facts,.question,.back,.notice,text{font-family:system-ui,sans-serif}
h1{font-size:2rem;line-height:1.2;margin:0 0 1rem;text-wrap:balance}
h2{font-size:1.4rem;line-height:1.3;margin:3rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.75rem 0 .5rem}
h4,h5,h6{font-size:.95rem;margin:1.5rem 0 .5rem}
a{color:var(--link);text-underline-offset:.15em}
a.cite{font:.72em/1 system-ui,sans-serif;vertical-align:.35em;text-decoration:none;padding:0 .08em}
:target{background:var(--doubt);scroll-margin-top:2rem}
.question,.facts,.back{color:var(--quiet);font-size:.85rem}
.question{margin:0 0 1.5rem}
.abstract{font-size:1.08em}
.notice{border-left:.25rem solid #c07a00;background:var(--soft);padding:.6rem .9rem;font-size:.95rem}
.notice p{margin:0}
.extract{color:var(--quiet);font-style:italic}
mark{background:var(--doubt);color:inherit;font-style:normal;font-size:.85em;padding:.05em .3em;border-radius:.2em}
nav{background:var(--soft);padding:.75rem 1.25rem;margin:2rem 0;font-size:.9rem}
nav ol{margin:0;padding-left:1.25rem}
.sources li{margin:.5rem 0;padding-left:.25rem}
.back a{margin-left:.3em}
code,pre{font:.85em/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
pre{background:var(--soft);padding:.75rem 1rem;overflow-x:auto;white-space:pre-wrap}
blockquote{margin:1rem 0;padding-left:1rem;border-left:.2rem solid var(--line);color:var(--quiet)}
.wide{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-size:.85rem;line-height:1.4}
th,td{border-bottom:1px solid var(--line);padding:.4rem .6rem;text-align:left;vertical-align:top}
td[align=right],th[align=right]{text-align:right}td[align=center],th[align=center]{text-align:center}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.bar{display:inline-block;width:4rem;height:.5rem;margin-right:.5rem;background:var(--line);border-radius:.25rem;overflow:hidden}
.bar span{display:block;height:100%;background:var(--bar)}
.wide svg{width:100%;min-width:30rem;height:auto}
@media print{:root{color-scheme:light}body{font-size:11pt}main{max-width:none;padding:0}nav,.back{display:none}h1,h2,h3{break-after:avoid}tr,li,svg{break-inside:avoid}mark,.bar,.bar span{print-color-adjust:exact}a{color:inherit}}
`
