"""Django REST framework, after its quickstart and its guide to pagination."""
import os

import django
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "NAME": os.environ["PGDATABASE"]}},
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "rest_framework"],
    MIDDLEWARE=["django.middleware.gzip.GZipMiddleware", "django.middleware.common.CommonMiddleware"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
)
django.setup()

from django.core.wsgi import get_wsgi_application
from django.db import models
from django.urls import include, path
from rest_framework import authentication, exceptions, pagination, response, routers, serializers, viewsets


class Project(models.Model):
    id = models.CharField(max_length=40, primary_key=True)
    name = models.CharField(max_length=200)
    status = models.CharField(max_length=20)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        db_table = "projects"


class ProjectSerializer(serializers.ModelSerializer):
    class Meta:
        model = Project
        fields = "__all__"


class KeyAuthentication(authentication.BaseAuthentication):
    def authenticate(self, request):
        if request.META.get("HTTP_X_API_KEY") != os.environ["API_KEY"]:
            raise exceptions.AuthenticationFailed("Wrong key")
        return None


class Pages(pagination.PageNumberPagination):
    page_size = 20
    page_size_query_param = os.environ.get("PAGE_SIZE_PARAM", "per_page")
    max_page_size = 100

    def get_paginated_response(self, data):
        page, pages = self.page, self.page.paginator
        envelope = {"page": page.number, "per_page": pages.per_page, "total_items": pages.count}
        envelope |= {"total_pages": pages.num_pages, "has_next": page.has_next(), "has_prev": page.has_previous()}
        return response.Response({"data": data, "pagination": envelope})


class ProjectViewSet(viewsets.ReadOnlyModelViewSet):
    serializer_class = ProjectSerializer
    authentication_classes = [KeyAuthentication]
    pagination_class = Pages

    def get_queryset(self):
        query = self.request.query_params
        projects = Project.objects.all()
        if query.get("status", "all") != "all":
            projects = projects.filter(status=query["status"])
        direction = "" if query.get("order") == "asc" else "-"
        return projects.order_by(direction + query.get("sort_by", "created_at"))


router = routers.DefaultRouter()
router.register("projects", ProjectViewSet, basename="project")
urlpatterns = [path("v1/", include(router.urls))]
application = get_wsgi_application()
