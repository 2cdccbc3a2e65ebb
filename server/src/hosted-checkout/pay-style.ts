/** Served at `/pay.css`, because the pages allow no inline style. */
export const payStyle = `:root{color-scheme:light dark;--ground:#f3f4f3;--card:#fff;--ink:#16201c;--dim:#55605b;--line:#dde2df;
--accent:#0b6b4f;--on-accent:#fff;--green:#0b5b43;--green-pale:#dff3ea;--amber:#6b4a00;--amber-pale:#fdf0d2;--red:#8f1d1d;--red-pale:#fde4e4}
@media(prefers-color-scheme:dark){:root{--ground:#0f1412;--card:#18201d;--ink:#e8eeeb;--dim:#a3b0aa;--line:#2d3833;
--accent:#3fb98f;--on-accent:#06231a;--green:#8fe3c1;--green-pale:#12372a;--amber:#f3cf7a;--amber-pale:#3a2f10;--red:#ffb3b3;--red-pale:#431c1c}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 Inter,system-ui,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:28rem;margin:2rem auto;padding:1.5rem;background:var(--card);border:1px solid var(--line);border-radius:12px;
overflow-wrap:anywhere}
@media(max-width:30rem){main{margin:0;border-width:0 0 1px;border-radius:0}}
header p{margin:0;color:var(--dim)}
h1{margin:0;font-size:1.25rem;line-height:1.3}h2{margin:0 0 .5rem;font-size:1rem}
.amount{margin:1rem 0 0;font-size:2rem;font-weight:650;line-height:1.2}
.what{margin:.25rem 0 0}
.state{display:inline-block;margin:1rem 0 0;padding:.1rem .65rem;border-radius:99px;font-size:.875rem;font-weight:600;
background:var(--amber-pale);color:var(--amber)}
.state.paid{background:var(--green-pale);color:var(--green)}
.state.expired,.state.taken_back,.state.unavailable{background:var(--red-pale);color:var(--red)}
.test{margin:-1.5rem -1.5rem 1rem;padding:.4rem 1.5rem;background:var(--amber-pale);color:var(--amber);font-weight:600}
section{margin-top:1.25rem;padding-top:1.25rem;border-top:1px solid var(--line)}
section p{margin:.75rem 0 0;color:var(--dim);font-size:.9rem}
.notice{padding:1rem;border:0;border-radius:8px;background:var(--red-pale);color:var(--red)}.notice p{color:inherit;margin-top:0}
.notice.waiting{background:var(--amber-pale);color:var(--amber)}
dl{margin:0;display:grid;gap:.6rem}dt{color:var(--dim);font-size:.8rem}dd{margin:0}
.number{font:600 1.35rem/1.3 ui-monospace,monospace;letter-spacing:.04em}
form{display:grid;gap:.4rem}label{font-size:.8rem;color:var(--dim)}
input{width:100%;padding:.6rem .75rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--dim);border-radius:8px}
.button{display:block;width:100%;padding:.65rem 1rem;border:1px solid var(--accent);border-radius:8px;background:var(--accent);
color:var(--on-accent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.button.quiet{background:transparent;color:var(--accent)}form .button{margin-top:.4rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`
