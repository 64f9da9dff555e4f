// A small drawing for each empty or rare state that several screens show. One that a single screen shows is beside it.
import { picture } from './illustrations.tsx';
import cutRope from './pictures/cut-rope.svg?picture';
import emptyMooring from './pictures/empty-mooring.svg?picture';
import fog from './pictures/fog.svg?picture';

/** A quay with a free bollard and a coiled line: nothing is moored yet. */
export const EmptyMooringPicture = picture(emptyMooring, 'h-32');

/** A mooring line that has come off: the address leads nowhere. */
export const CutRopePicture = picture(cutRope, 'h-40');

/** A buoy in fog: the network is out of sight. */
export const FogPicture = picture(fog, 'h-32');
