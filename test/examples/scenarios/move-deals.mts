import './move-deals/deals.mts';
import './move-deals/calls.mts';
import './move-deals/settings.mts';
