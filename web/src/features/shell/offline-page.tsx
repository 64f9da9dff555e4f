import { buttonClass } from '#web/ui/button.tsx';
import { FogPicture } from '#web/ui/drawings.tsx';
import { OFFLINE_TEXT, OFFLINE_TITLE } from '#web/ui/states.tsx';

/** What the service worker shows for a page that it can't fetch. It has no code: the link loads that page again. */
export function OfflinePage() {
  return (
    <main className="page flex flex-col items-center py-20 text-center">
      <FogPicture className="h-40 text-ink" />
      <h1 className="mt-8 text-3xl">{OFFLINE_TITLE}</h1>
      <p className="mt-3 mb-8 max-w-md text-muted">{OFFLINE_TEXT}</p>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page itself. */}
      <a href="" className={buttonClass({})}>
        Try Again
      </a>
    </main>
  );
}
