"""The Python client of Bandeja, the results and rating service for padel."""

from .client import Bandeja
from .errors import BandejaError
from .matches import Outcome
from .version import VERSION as __version__
from .webhook import WebhookError, verify_webhook

__all__ = ["Bandeja", "BandejaError", "Outcome", "WebhookError", "__version__", "verify_webhook"]
