"""Reading pages in the parsing child; what goes wrong there becomes a CrawlError with a code of its own."""

from __future__ import annotations

from common.errors import CrawlError, ErrorCode
from common.offer import Failure, Offer
from common.page import Page
from common.parsing.failures import ParsingRaised, ParsingStopped, ParsingUnavailable
from common.parsing.task import Parser
from common.parsing.watch import Breach
from common.shops.base import Shop, ShopLink
from common.shops.reading import read_apart


class PageReader:
    """One for all crawls of a process. Pages are read one after the other."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    async def read(self, shop: Shop, page: Page, link: ShopLink) -> Offer | Failure:
        """What the shop makes of the page.

        Raises CrawlError:

        - PARSE_LIMIT: the page passes a limit, and would at another try, too.
        - TIMEOUT: only the limit on the whole time was passed. So the machine is slow: a page that computes too much
          passes the limit on processor time first.
        - NO_MEANS: no process can be had, which says nothing of the page.
        - INTERNAL_ERROR: the reader breaks.
        """
        try:
            return await read_apart(self._parser, shop, page, link)
        except ParsingStopped as stopped:
            code = ErrorCode.TIMEOUT if stopped.limit is Breach.WALL_TIME else ErrorCode.PARSE_LIMIT
            raise CrawlError(code, f"{stopped} ({page.url})") from None
        except ParsingUnavailable as error:
            raise CrawlError(ErrorCode.NO_MEANS, f"{error} ({page.url})") from None
        except ParsingRaised as error:
            raise CrawlError(ErrorCode.INTERNAL_ERROR, f"{error} ({page.url})") from None
