/** Sends the form, as it is written on this machine’s keyboard. */
export const SEND_KEY = /Mac|iP/.test(navigator.platform) ? '⌘ ↵' : 'Ctrl ↵';

/** The key that does the same as the button it is on. */
export const KeyMark = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="rounded-[4px] border border-current/35 px-1 font-sans text-xs pointer-coarse:hidden"
  >
    {children}
  </kbd>
);
